/**
 * Reads the settings of the service: flag before environment before file before default.
 *
 * Nothing is guessed. A value of the wrong kind, or a name in the file that does not exist, ends the
 * start with the rule, the value and the remedy; a password in the address of a database is never
 * repeated.
 */
import { HedgerowError } from '@hedgerow/core';
import { isMemberAddress } from '../api/forwarding/member-address.ts';
import { hostUrls } from '../journal/postgres/host-urls.ts';
import {
  flagOf,
  SETTINGS,
  type Setting,
  type SettingName,
  type Settings,
  variableOf,
} from './settings-table.ts';

export { flagOf, SETTINGS, type Setting, type SettingName, type Settings, variableOf };

export interface SettingSources {
  /** What was given on the command line, by name; texts, or true and false for switches. */
  readonly flags?: Readonly<Partial<Record<SettingName, string | boolean>>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Content of the configuration file, and its name for messages. */
  readonly file?: { readonly name: string; readonly text: string };
}

/** The variable that names the configuration file, where no flag does. */
export const CONFIG_VARIABLE = 'HEDGEROW_CONFIG';

/** Returns all settings, or throws a HedgerowError about the first that cannot be. */
export function readSettings({ flags = {}, environment = {}, file }: SettingSources): Settings {
  const layers = [
    ofFlags(flags),
    ofEnvironment(environment),
    ...(file === undefined ? [] : [ofFile(file.name, readFile(file))]),
  ];
  const given = (name: SettingName) =>
    layers.map((layer) => layer.get(name)).find((value) => value !== undefined);
  const entries = SETTINGS.map(
    (setting) => [setting.name, readValue(setting, given(setting.name))] as const,
  );
  refuseTwoStores(layers);
  return storeOf(Object.fromEntries(entries) as unknown as Settings, layers);
}

/**
 * Returns the HEDGEROW_ variables that mean nothing. They are worth a warning and no more: container
 * managers set variables of their own, named after the service.
 */
export function unknownVariables(
  environment: NonNullable<SettingSources['environment']>,
): readonly string[] {
  const known = new Set([CONFIG_VARIABLE, ...SETTINGS.map(({ name }) => variableOf(name))]);
  return Object.keys(environment).filter(
    (name) => name.startsWith('HEDGEROW_') && !known.has(name),
  );
}

interface Given {
  /** `--port`, `HEDGEROW_PORT` or `port in service.json`. */
  readonly place: string;
  readonly value: unknown;
  /** Flags and variables are text and are read; a file has kinds of its own. */
  readonly isText: boolean;
}

type Layer = ReadonlyMap<SettingName, Given>;

function ofFlags(flags: NonNullable<SettingSources['flags']>): Layer {
  return new Map(
    (Object.entries(flags) as [SettingName, string | boolean][])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, { place: flagName(name), value, isText: true }]),
  );
}

function flagName(name: SettingName): string {
  return variableOf(name).replace('HEDGEROW_', '--').toLowerCase().replaceAll('_', '-');
}

function ofEnvironment(environment: NonNullable<SettingSources['environment']>): Layer {
  return new Map(
    SETTINGS.flatMap(({ name }) => {
      const value = environment[variableOf(name)];
      return value === undefined ? [] : [[name, { place: variableOf(name), value, isText: true }]];
    }),
  );
}

function ofFile(fileName: string, content: Readonly<Record<string, unknown>>): Layer {
  return new Map(
    Object.entries(content).map(([name, value]) => {
      if (!SETTINGS.some((setting) => setting.name === name)) {
        throw unknownName(fileName, name);
      }
      return [name as SettingName, { place: `${name} in ${fileName}`, value, isText: false }];
    }),
  );
}

function readFile({ name, text }: NonNullable<SettingSources['file']>): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw notAnObject(name, (error as Error).message);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw notAnObject(name, JSON.stringify(content).slice(0, 40));
  }
  return content as Record<string, unknown>;
}

function readValue(setting: Setting, given: Given | undefined): unknown {
  if (given === undefined) return setting.standard;
  const value = given.isText ? fromText(setting, given.value) : given.value;
  if (isAllowed(setting, value)) return value;
  throw new HedgerowError({
    code: setting.values.kind === 'whole' ? 'HR_INPUT_RANGE' : 'HR_INPUT_KIND',
    rule: `${given.place} must be ${ruleOf(setting)}`,
    // What may hold a password is not repeated, and neither is what may be endless.
    received: setting.name === 'database' ? 'something else' : shown(given.value),
  });
}

function fromText({ values }: Setting, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (values.kind === 'whole') return /^\d{1,16}$/.test(text) ? Number(text) : text;
  if (values.kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  if (values.kind !== 'list') return text;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isAllowed({ name, values }: Setting, value: unknown): boolean {
  switch (values.kind) {
    case 'whole':
      if (value === 'auto') return values.isAutoAllowed === true;
      return Number.isInteger(value) && between(value as number, values.least, values.most);
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return values.choices.includes(value as string);
    case 'list':
      return Array.isArray(value) && value.every((part) => typeof part === 'string' && part !== '');
    default:
      return typeof value === 'string' && value !== '' && (FORMS[name]?.isRight(value) ?? true);
  }
}

function between(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** Several hosts, separated by commas, are no URL; each by itself is. */
function isAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\/\S+$/.test(text)) return false;
  return hostUrls(text).every(({ url }) => URL.canParse(url));
}

/** Texts that must have a form. */
const FORMS: Readonly<
  Partial<Record<SettingName, { isRight(text: string): boolean; rule: string }>>
> = {
  database: {
    isRight: isAddress,
    rule: 'an address like postgres://user:password@host:5432/name',
  },
  memberAddress: {
    isRight: isMemberAddress,
    rule: 'an address like http://10.0.0.2:8080',
  },
};

function ruleOf({ name, values }: Setting): string {
  const form = FORMS[name];
  if (form !== undefined) return form.rule;
  switch (values.kind) {
    case 'whole': {
      const auto = values.isAutoAllowed === true ? 'auto, or ' : '';
      return values.most === Number.MAX_SAFE_INTEGER
        ? `${auto}a whole number, at least ${values.least}`
        : `${auto}a whole number from ${values.least} to ${values.most}`;
    }
    case 'switch':
      return 'true or false';
    case 'choice':
      return `one of ${values.choices.join(', ')}`;
    case 'list':
      return 'a list of names';
    default:
      return 'a text that is not empty';
  }
}

/** The nearer layer wins between folder and database too; both in one layer is a mistake. */
function refuseTwoStores(layers: readonly Layer[]): void {
  const both = layers.find((layer) => layer.has('data') && layer.has('database'));
  if (both === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'the journal must be in one place: a folder (data) or a PostgreSQL database (database)',
    received: `given as both, ${both.get('data')!.place} and ${both.get('database')!.place}`,
    remedy: 'Leave one of them out.',
  });
}

function storeOf(settings: Settings, layers: readonly Layer[]): Settings {
  const nearest = layers.find((layer) => layer.has('data') || layer.has('database'));
  return nearest?.has('data') ? { ...settings, database: '' } : settings;
}

function unknownName(fileName: string, name: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `every key of ${fileName} must be the name of a setting`,
    received: shown(name),
    remedy: 'docs/reference/configuration.md lists them all.',
  });
}

function notAnObject(name: string, received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${name} must hold one JSON object with settings`,
    received: `not that (${received})`,
    remedy: 'deploy/hedgerow.example.json is an example.',
  });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
