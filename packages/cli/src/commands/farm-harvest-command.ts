/**
 * `hedgerow farm harvest`: what came of a season, and what may be tried next.
 */
import { HedgerowError, type Outcome } from '@hedgerow/core';
import {
  doubtfulYields,
  type FieldHarvest,
  findCrop,
  type HarvestRow,
  matchHarvest,
  type PartYields,
  readHarvests,
  reportedBefore,
  type TableFinding,
  type TableReport,
} from '@hedgerow/farm';
import { Command } from 'commander';
import {
  type FarmState,
  keepFarm,
  openFarm,
  type PlannedField,
  seasonOf,
} from '../farm/farm-state.ts';
import { readTableFile } from '../farm/read-table-file.ts';
import {
  addTableOptions,
  type TableCommandOptions,
  tableOptionsOf,
} from '../farm/table-options.ts';
import { usableRows } from '../farm/usable-rows.ts';
import { EXIT_CHECK_FAILED, reportFailure } from '../output/exit-codes.ts';
import { formatOption } from '../output/option-values.ts';
import { tableLines } from '../output/table.ts';
import { writeLine } from '../output/text-output.ts';
import { changeState, readKept } from '../state/state-file.ts';

interface HarvestOptions extends TableCommandOptions {
  readonly state: string;
  readonly season?: string;
  readonly unit?: string;
  readonly wet: boolean;
  readonly correct: boolean;
  readonly accept: boolean;
  readonly yes: boolean;
  readonly format: string;
}

/** Returns the command, ready to be added to `hedgerow farm`. */
export function farmHarvestCommand(): Command {
  const command = new Command('harvest')
    .description('report what the fields of a season yielded')
    .argument('<harvest>', 'plan.csv with its last column filled in, or any table of harvests')
    .requiredOption('--state <file>', 'where the farm is kept')
    .option('--season <name>', 'which season (default: the newest)')
    .option('--unit <unit>', 'of the yields, if the heading does not say it')
    .option('--wet', 'yields are as harvested, to be corrected by a moisture column', false)
    .option('--correct', 'replace yields that were reported wrongly', false)
    .option('--accept', 'the yields that were asked about are right', false)
    .option('--yes', 'the warnings about the table are all right', false)
    .addOption(formatOption())
    .addHelpText('after', HELP)
    .action((file: string, options: HarvestOptions) =>
      reportFailure(() => runHarvest(file, options)),
    );
  return addTableOptions(command);
}

const HELP = `
Fields that are not harvested yet are left empty and reported later. A season whose first harvest is
reported is closed: nothing more can be planned in it.

Example:
  hedgerow farm harvest --state plan-2027/farm.state plan-2027/plan.csv`;

async function runHarvest(file: string, options: HarvestOptions): Promise<void> {
  const kept = await readKept(options.state);
  if (kept === null) throw missingState(options.state);
  const farm = openFarm(kept);
  const harvests = await readHarvestFile(file, farm, options);
  if (harvests === null) return;
  const answer = await changeState(options.state, (now) => {
    const present = openFarm(now!);
    const told = harvests.map((harvest) => ({
      ...harvest,
      outcome: tell(present, harvest, options),
    }));
    present.policy.closeGroup();
    return keepFarm(withTold(present, told), { told, budgets: budgetsOf(present) });
  });
  if (options.format === 'json') await writeLine(JSON.stringify(answer));
  else
    for (const line of harvestLines(answer.told, answer.budgets, farm.unit)) await writeLine(line);
  if (answer.told.some(({ outcome }) => !ACCEPTED.has(outcome)))
    process.exitCode = EXIT_CHECK_FAILED;
}

/** The farm with what was taken in: a number that comes again is compared with it. */
function withTold(farm: FarmState, told: readonly ToldHarvest[]): FarmState {
  const taken = new Map(
    told.flatMap(({ planned, yields, outcome }) =>
      outcome === 'recorded' ? [[planned.decision, yields] as const] : [],
    ),
  );
  const seasons = farm.seasons.map((season) => ({
    ...season,
    fields: season.fields.map((field) => {
      const yields: PartYields | undefined = taken.get(field.decision);
      return yields === undefined ? field : { ...field, told: { ...field.told, ...yields } };
    }),
  }));
  return { ...farm, seasons };
}

type ToldHarvest = FieldHarvest<PlannedField> & { readonly outcome: Outcome };

const ACCEPTED: ReadonlySet<Outcome> = new Set<Outcome>(['recorded', 'repeated']);

/** Returns the yields by decision; null if the table may not be used, which was told. */
async function readHarvestFile(
  file: string,
  farm: FarmState,
  options: HarvestOptions,
): Promise<readonly FieldHarvest<PlannedField>[] | null> {
  const { text } = await readTableFile(file);
  const report = readHarvests(text, {
    ...tableOptionsOf(options),
    crop: findCrop({ name: farm.crop, range: farm.range }),
    ...(options.wet && { moisture: 'as-harvested' as const }),
    ...unitOf(farm, options),
  });
  const season = seasonOf(farm, options.season);
  const { harvests, findings: unmatched } = matchHarvest(report, season.fields);
  const { fresh, contradictions } = reportedBefore(harvests, ({ told = {} }) => told, REMEDY);
  const again = options.correct ? [] : contradictions.map(contradiction);
  const findings = [...unmatched, ...again];
  const whole: TableReport<HarvestRow> = {
    ...report,
    findings: [...findings, ...report.findings],
    isBlocked: report.isBlocked || findings.length > 0,
  };
  if (usableRows(whole, { file, isConfirmed: options.yes }) === null) return null;
  const news = options.correct ? harvests : fresh;
  return isMeant(farm, season.fields, news, options) ? harvests : null;
}

const REMEDY = 'If the new number is right, run it again with --correct.';

function contradiction(text: string): TableFinding {
  return { severity: 'error', kind: 'contradiction', text, lines: [], column: null };
}

/** Asks about what can hardly be; nothing of the table is stored before it is answered. */
function isMeant(
  { declared }: FarmState,
  fields: readonly PlannedField[],
  harvests: readonly FieldHarvest<PlannedField>[],
  { accept }: HarvestOptions,
): boolean {
  const now = new Map(harvests.map(({ planned, yields }) => [planned.decision, yields]));
  const told = fields.map(({ decision, name, told: before = {} }) => {
    return { decision, name, now: now.get(decision) ?? {}, before };
  });
  const questions = doubtfulYields(told, declared);
  if (questions.length === 0 || accept) return true;
  for (const { text } of questions) process.stderr.write(`Really? ${text}\n`);
  process.stderr.write(
    'hedgerow: Look at these yields; if they are right, add --accept. Nothing was stored.\n',
  );
  process.exitCode = EXIT_CHECK_FAILED;
  return false;
}

/** A unit of the farm's own stands in no heading that could be converted. */
function unitOf({ unit }: FarmState, options: HarvestOptions): { unit?: string } {
  if (options.unit !== undefined) return { unit: options.unit };
  return unit === 't/ha' ? {} : { unit };
}

function tell(
  { policy }: FarmState,
  { planned, yields }: FieldHarvest,
  { correct }: HarvestOptions,
): Outcome {
  return correct
    ? policy.correct(planned.decision, yields)
    : policy.observe(planned.decision, yields);
}

interface Budget {
  readonly farm: string | null;
  readonly left: number;
}

function budgetsOf({ policy }: FarmState): Budget[] {
  const sites = policy.sites;
  if (sites.length === 0) return [{ farm: null, left: policy.margin() }];
  return sites.map((site) => ({ farm: site, left: policy.margin(site) }));
}

function harvestLines(
  told: readonly ToldHarvest[],
  budgets: readonly Budget[],
  unit: string,
): string[] {
  const heading = ['field', 'tried', `try, ${unit}`, `check, ${unit}`, 'difference', ''];
  const rows = told.map(({ planned, yields, outcome }) => {
    const { try: tried = null, check = null } = yields;
    const hybrid = planned.parts.find(({ role }) => role === 'try')?.action ?? '';
    const difference = tried === null || check === null ? '' : (tried - check).toFixed(2);
    return [planned.name, hybrid, textOf(tried), textOf(check), difference, outcome];
  });
  return [
    ...(rows.length === 0 ? ['No yield is in the table yet.'] : tableLines([heading, ...rows])),
    ...budgets.map(
      ({ farm, left }) =>
        `${farm === null ? 'Proved' : `Proved for ${farm}`}: ${left.toFixed(1)} t may be risked next season.`,
    ),
  ];
}

function textOf(value: number | null): string {
  return value === null ? '' : value.toFixed(2);
}

function missingState(file: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${file} must exist`,
    received: 'missing',
    remedy: 'It is made by `hedgerow farm plan`.',
  });
}
