/**
 * Runs a benchmark by name: `node bench/run.ts [name] [options]`.
 *
 * Results go to stdout, progress to stderr. Exit code 0: measured; 1: implementations disagree about
 * what to choose, so that comparing their times is meaningless; 2: arguments not understood.
 */
import { type Arguments, HELP_TEXT, parseArguments } from './arguments.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { writeDocs } from './write-docs.ts';

/** Loaded when they are asked for: together they load everything there is. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  kernel: async () => (await import('./kernel/kernel-benchmark.ts')).kernelBenchmark,
  policy: async () => (await import('./policy/policy-benchmark.ts')).policyBenchmark,
  sweep: async () => (await import('./sweep/sweep-benchmark.ts')).sweepBenchmark,
  service: async () => (await import('./service/service-benchmark.ts')).serviceBenchmark,
  season: async () => (await import('./season/season-benchmark.ts')).seasonBenchmark,
  pending: async () => (await import('./pending/pending-benchmark.ts')).pendingBenchmark,
  policies: async () => (await import('./policies/policies-benchmark.ts')).policiesBenchmark,
  replicas: async () => (await import('./replicas/replicas-benchmark.ts')).replicasBenchmark,
  queue: async () => (await import('./queue/queue-benchmark.ts')).queueBenchmark,
};

async function main(): Promise<number> {
  const parsed = parseArguments(process.argv.slice(2), Object.keys(BENCHMARKS));
  if (parsed.kind === 'help') {
    process.stdout.write(HELP_TEXT);
    return 0;
  }
  if (parsed.kind === 'mistake') {
    process.stderr.write(`${parsed.message}\nSee: node bench/run.ts --help\n`);
    return 2;
  }
  return await runBenchmarks(parsed);
}

async function runBenchmarks({ names, format, isQuick, isForDocs }: Arguments): Promise<number> {
  const reportProgress = (message: string) => process.stderr.write(`${message}\n`);
  const results: BenchmarkResult[] = [];
  for (const name of names) {
    const benchmark = await BENCHMARKS[name]!();
    results.push(await benchmark({ isQuick, reportProgress }));
  }
  const rows = results.flatMap((result) => result.rows);
  const texts = results.map((result) => result.text);
  process.stdout.write(format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : texts.join('\n'));
  const faults = results.flatMap((result) => result.faults);
  if (isForDocs && faults.length === 0) for (const { docs } of results) if (docs) writeDocs(docs);
  for (const fault of faults) process.stderr.write(`error: ${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
