/**
 * What `npm test` runs: types, style, every test, and every hundredth of the mutants that the tests must
 * notice (`npm run mutants` tries all of them); the last line counts what passed and failed.
 *
 * All steps run even when an earlier one fails, so that one run shows everything. Types and style
 * count as one check each, tests as vitest reports them, and each mutant that is noticed counts as
 * passed. Arguments are handed to vitest, and then no mutants are tried: `npm test -- packages/core`
 * runs the tests of the core.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY_ROOT } from './lib/repository.ts';
import {
  addTallies,
  describeTally,
  type Report,
  readReport,
  type Tally,
  tallyOfReport,
  unfinishedFiles,
} from './lib/tally.ts';
import { runMutants } from './mutants/run-mutants.ts';

const NEEDED_NODE_MAJOR = 24;
/** So that a run takes minutes and not a quarter of an hour. */
const EVERY_HUNDREDTH = 100;
const CACHE = path.join(REPOSITORY_ROOT, 'node_modules', '.cache', 'hedgerow');
const COMPILE_CACHE = path.join(CACHE, 'compiled');
const REPORT_FILE = path.join(CACHE, 'vitest.json');

process.exitCode = await main(process.argv.slice(2));

async function main(extraArguments: readonly string[]): Promise<number> {
  if (!isNodeSuitable(process.versions.node)) return 1;
  // Every test file and every mutant is a process, and many tests start the command: what was compiled once is
  // not compiled again.
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // A run without a single test counts as a failure, so it cannot pass for a good one.
  const tallies = [checkTypes(), checkStyle(), runVitest(extraArguments)];
  if (extraArguments.length === 0) tallies.push(await tryMutants());
  const total = addTallies(tallies);
  process.stdout.write(`\n${describeTally(total)}\n`);
  return total.failed === 0 ? 0 : 1;
}

function isNodeSuitable(version: string): boolean {
  announce(`Node: ${version}`);
  if (Number.parseInt(version, 10) === NEEDED_NODE_MAJOR) return true;
  complain(
    `The tests need Node ${NEEDED_NODE_MAJOR}, but this is Node ${version}. Run "npm install" and ` +
      'then "npm test": run it through npm, which uses the Node that was installed.',
  );
  process.stdout.write(`\n${describeTally({ passed: 0, failed: 1 })}\n`);
  return false;
}

function checkTypes(): Tally {
  announce('Types: tsc -b');
  return checkWith('typescript', 'tsc', ['-b'], 'The types do not fit. Repair the lines above.');
}

function checkStyle(): Tally {
  announce('Style: biome check');
  const remedy = 'The style check failed. "npm run format" repairs what can be repaired by itself.';
  return checkWith('@biomejs/biome', 'biome', ['check'], remedy);
}

function checkWith(
  packageName: string,
  tool: string,
  toolArguments: string[],
  remedy: string,
): Tally {
  if (runTool(packageName, tool, toolArguments) === 0) return { passed: 1, failed: 0 };
  complain(remedy);
  return { passed: 0, failed: 1 };
}

function runVitest(extraArguments: readonly string[]): Tally {
  announce('Tests: vitest run');
  const asked = extraArguments.filter((argument, index) => index > 0 || argument !== '--');
  const first = reportOfVitest(asked);
  const { report, exitCode } = first;
  const unfinished = report === undefined ? [] : unfinishedFiles(report);
  // A process that dies by a fault of the machine or the runtime says nothing about its tests. They are
  // run once more, and that is told; whatever fails then has failed.
  if (report !== undefined && report.numFailedTests === 0 && unfinished.length > 0) {
    complain(`The process of ${unfinished.join(', ')} died; its tests are run once more.`);
    const again = reportOfVitest(unfinished);
    return addTallies([{ passed: report.numPassedTests, failed: 0 }, tallied(again)]);
  }
  return tallied({ report, exitCode });
}

interface VitestRun {
  readonly report: Report | undefined;
  readonly exitCode: number | null;
}

function reportOfVitest(asked: readonly string[]): VitestRun {
  // A report left over from an earlier run must not be taken for that of this one.
  rmSync(REPORT_FILE, { force: true });
  mkdirSync(path.dirname(REPORT_FILE), { recursive: true });
  const exitCode = runTool('vitest', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT_FILE}`,
    ...asked,
  ]);
  const text = existsSync(REPORT_FILE) ? readFileSync(REPORT_FILE, 'utf8') : undefined;
  return { report: readReport(text), exitCode };
}

function tallied({ report, exitCode }: VitestRun): Tally {
  const { tally, complaints } = tallyOfReport(report, exitCode);
  complaints.forEach(complain);
  return tally;
}

async function tryMutants(): Promise<Tally> {
  announce('Mutants: faults that the tests must notice');
  const { killed, spared } = await runMutants('', EVERY_HUNDREDTH);
  if (spared > 0) complain('A mutant is alive or stale: see scripts/mutants/named.');
  return { passed: killed, failed: spared };
}

/** Runs a tool of ours under this very Node and returns its exit code, or null if it was stopped. */
function runTool(
  packageName: string,
  tool: string,
  toolArguments: readonly string[],
): number | null {
  const folder = path.join(REPOSITORY_ROOT, 'node_modules', packageName);
  const manifestFile = path.join(folder, 'package.json');
  if (!existsSync(manifestFile)) {
    complain(`${packageName} is not installed. Run "npm install" first.`);
    return 1;
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as {
    bin: Record<string, string>;
  };
  const program = path.join(folder, manifest.bin[tool]!);
  return spawnSync(process.execPath, [program, ...toolArguments], {
    cwd: REPOSITORY_ROOT,
    stdio: 'inherit',
  }).status;
}

function announce(step: string): void {
  process.stdout.write(`\n▸ ${step}\n`);
}

function complain(text: string): void {
  process.stderr.write(`✗ ${text}\n`);
}
