/**
 * The settings of the service as options of a command; the table itself is the service's.
 */
import {
  CONFIG_VARIABLE,
  flagOf,
  readSettings,
  SETTINGS,
  type SettingName,
  type Settings,
  unknownVariables,
} from '@hedgerow/service/settings';
import { type Command, Option } from 'commander';
import { readInput } from '../output/read-input.ts';

/** All settings together are a page. */
const CONFIG_BYTES_MAX = 1024 * 1024;

/** Adds an option for each of the settings named, or for all, and `--config`. */
export function addSettingOptions(command: Command, names?: readonly SettingName[]): Command {
  for (const setting of SETTINGS) {
    if (names !== undefined && !names.includes(setting.name)) continue;
    command.addOption(new Option(flagOf(setting), helpOf(setting)));
  }
  return command.option('--config <file>', 'settings as a JSON object; flags and variables win');
}

/** Returns the settings that flags, environment and file come to. */
export async function settingsOf(command: Command): Promise<Settings> {
  const given = command.opts<Record<string, string | boolean | undefined>>();
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const flags = Object.fromEntries(
    SETTINGS.filter(({ name }) => isGiven(name)).map(({ name }) => [name, given[name]!]),
  ) as Partial<Record<SettingName, string | boolean>>;
  const name = (given.config as string | undefined) ?? process.env[CONFIG_VARIABLE];
  for (const variable of unknownVariables(process.env)) {
    process.stderr.write(`hedgerow: ${variable} is not a setting; it has no effect.\n`);
  }
  return readSettings({
    flags,
    environment: process.env,
    ...(name === undefined
      ? {}
      : { file: { name, text: await readInput(name, CONFIG_BYTES_MAX) } }),
  });
}

function helpOf({ values, standard, meaning }: (typeof SETTINGS)[number]): string {
  const sentence = meaning.replace(/\.$/, '');
  // A name with capitals inside keeps its first one, too.
  const isName = /^\w+[A-Z]/.test(sentence);
  const plain = isName ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
  if (values.kind === 'switch') return standard === true ? `do not ${plain}` : plain;
  const shown = Array.isArray(standard) ? standard.join(',') : String(standard);
  return shown === '' ? plain : `${plain} (default: ${shown})`;
}
