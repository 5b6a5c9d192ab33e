/**
 * What can be declared of a table on the command line, the same for all commands that read one.
 */
import { type Crop, type DecimalMark, findCrop } from '@hedgerow/farm';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { finiteNumber, listOf } from '../output/option-values.ts';

export interface TableCommandOptions {
  readonly map: Readonly<Record<string, string>>;
  readonly decimal?: DecimalMark;
}

export interface YieldCommandOptions extends TableCommandOptions {
  readonly crop: string;
  readonly unit?: string;
  readonly range?: readonly number[];
  readonly wet: boolean;
}

/** Adds what any table may need. */
export function addTableOptions(command: Command): Command {
  return command
    .option('--map <key=heading>', 'which column is which; may be repeated', collectMap, {})
    .addOption(
      new Option('--decimal <mark>', 'the decimal mark, if it is guessed wrongly').choices([
        '.',
        ',',
      ]),
    );
}

/** Adds what a table with yields may need. */
export function addYieldOptions(command: Command): Command {
  return addTableOptions(command)
    .option(
      '--crop <name>',
      'what is grown; with --range also one that hedgerow does not know',
      'maize',
    )
    .option('--unit <unit>', 'of the yields, if the heading does not say it; or a unit of your own')
    .option(
      '--range <min,max>',
      'what a field of the crop can yield, in t/ha or that unit',
      listOf(finiteNumber),
    )
    .option('--wet', 'yields are as harvested, to be corrected by a moisture column', false);
}

/** Returns the options as the readers of tables take them. */
export function tableOptionsOf({ map, decimal }: TableCommandOptions): {
  map: Readonly<Record<string, string>>;
  decimal?: DecimalMark;
} {
  return { map, ...(decimal === undefined ? {} : { decimal }) };
}

/** The same with crop and unit. */
export function yieldOptionsOf(options: YieldCommandOptions): ReturnType<typeof tableOptionsOf> & {
  crop: Crop;
  unit?: string;
  moisture?: 'as-harvested';
} {
  const [min, max] = options.range ?? [];
  const range = min === undefined ? {} : { range: { min, max: max ?? Number.NaN } };
  return {
    ...tableOptionsOf(options),
    crop: findCrop({ name: options.crop, ...range }),
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    ...(options.wet ? { moisture: 'as-harvested' } : {}),
  };
}

function collectMap(
  text: string,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('It must be KEY=HEADING: yield=Ertrag.');
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}
