/**
 * `--variable temperature=temperature_2m:mean:unit=°C:history=T2M`: what is asked of a forecast, in one word.
 *
 * Before the first `=` stands the name that the policy declares, after it the name in the file, what is made
 * of it, and what else there is to say. A name alone before the colon (`rain=:sum:history=RAIN`) is left out:
 * then only the history knows it.
 */
import type { Aggregate, VariableRequest } from '@hedgerow/forecasts';
import { InvalidArgumentError } from 'commander';

export type VariableRequests = Readonly<Record<string, VariableRequest>>;

type Setting = 'base' | 'cap' | 'sd' | 'unit' | 'fileUnit' | 'history' | 'historyUnit';

const SETTINGS: Readonly<Record<string, Setting>> = {
  base: 'base',
  cap: 'cap',
  sd: 'sd',
  unit: 'unit',
  'file-unit': 'fileUnit',
  history: 'history',
  'history-unit': 'historyUnit',
};
const NUMBERS: ReadonlySet<Setting> = new Set<Setting>(['base', 'cap', 'sd']);

const FORM =
  'It must read name=column:mean, :sum or :degree-days, with settings such as :unit=°C after it.';

/** Reads one `--variable` and adds it to those before. */
export function addVariable(text: string, before: VariableRequests = {}): VariableRequests {
  const [, name, rest] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError(FORM);
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  const [from, aggregate, ...settings] = rest!.split(':');
  if (!aggregate) throw new InvalidArgumentError(FORM);
  const request = {
    ...(from === '' ? {} : { from }),
    aggregate: aggregate as Aggregate,
    ...Object.fromEntries(settings.map(readSetting)),
  };
  return Object.fromEntries([...Object.entries(before), [name, request]]);
}

function readSetting(text: string): [Setting, string | number] {
  const [, key, value] = /^([a-z-]+)=(.+)$/.exec(text) ?? [];
  const setting = key !== undefined && Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
  if (setting === undefined) {
    const known = Object.keys(SETTINGS).join(', ');
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is none of the settings ${known}, with its value after =.`,
    );
  }
  if (!NUMBERS.has(setting)) return [setting, value!];
  const number = Number(value);
  if (Number.isFinite(number)) return [setting, number];
  throw new InvalidArgumentError(`${key} must be a number.`);
}
