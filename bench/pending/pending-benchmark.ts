/**
 * How many decisions of one policy may wait for their rewards: what each costs in memory, whether filling them in ever
 * holds anybody up, and how soon a service that was full of them answers again.
 *
 * Ten million take a quarter of an hour of two quiet cores and 17 GB of disk; HEDGEROW_PENDING says how many, and how many with 20 features.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { describeMachine } from '../kernel/machine.ts';
import { HEAP_OPTIONS } from '../service/heap-options.ts';
import { formatRatios, type Ratio } from '../service/service-table.ts';
import type { PendingFigures } from './pending-process.ts';

const FULL = [10_000_000, 1_000_000] as const;
const QUICK = [1_600, 1_300] as const;
const HEAP_BYTES_MAX = 150;
const RESIDENT_BYTES_MAX = 2e9;
const STALL_MS_MAX = 50;
const OPEN_SECONDS_MAX = 5;

export async function pendingBenchmark({
  isQuick,
  reportProgress,
}: BenchmarkOptions): Promise<BenchmarkResult> {
  const [small, large] = isQuick ? QUICK : countsAsked();
  const ratios: Ratio[] = [];
  for (const [kind, count] of [
    ['small', small!],
    ['large', large!],
  ] as const) {
    reportProgress(`pending: ${count} decisions, ${kind} ...`);
    ratios.push(...(await measure(kind, count)));
  }
  const text = `${formatRatios(ratios)}\n${describeMachine()}\n`;
  return { text, rows: ratios, faults: [] };
}

/** Ten million and a million, or what HEDGEROW_PENDING says: "2000000,100000". */
function countsAsked(): readonly number[] {
  const asked = process.env.HEDGEROW_PENDING?.split(',').map(Number);
  return FULL.map((count, i) => asked?.[i] ?? count);
}

async function measure(kind: 'small' | 'large', count: number): Promise<Ratio[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-pending-'));
  try {
    const filled = await inProcess('fill', folder, kind, count);
    const opened = await inProcess('open', folder, kind, 1);
    return ratiosOf(kind, filled, opened);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ratiosOf(kind: string, filled: PendingFigures, opened: PendingFigures): Ratio[] {
  const { pending, seconds, heapBytes, residentBytes, stallMs, stallCpuMs } = filled;
  const of = `${pending} that wait, ${kind}`;
  const perSecond = Math.round(pending / seconds);
  return [
    {
      what: `heap, bytes for each decision (${kind})`,
      value: heapBytes / pending,
      most: HEAP_BYTES_MAX,
      details: `${of}; ${(heapBytes / 1e6).toFixed(0)} MB in all, ${perSecond} a second`,
    },
    {
      what: `memory of the process, MB (${kind})`,
      value: residentBytes / 1e6,
      most: RESIDENT_BYTES_MAX / 1e6,
      details: 'the most that it ever held',
    },
    {
      what: `longest stall, ms of the processor (${kind})`,
      value: stallCpuMs,
      most: STALL_MS_MAX,
      details: `of the loop, while they were filled in; ${stallMs.toFixed(0)} ms by the clock`,
    },
    {
      what: `cold start, seconds (${kind})`,
      value: opened.seconds,
      most: OPEN_SECONDS_MAX,
      details: `a new process, until a decision was answered; ${opened.pending} wait`,
    },
  ];
}

async function inProcess(
  act: 'fill' | 'open',
  folder: string,
  kind: string,
  count: number,
): Promise<PendingFigures> {
  const script = fileURLToPath(new URL('./pending-process.ts', import.meta.url));
  const flags = [...HEAP_OPTIONS, '--conditions=@hedgerow/source', '--expose-gc'];
  const child = spawn(process.execPath, [...flags, script, act, folder, kind, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const piece of child.stdout) text += String(piece);
  return JSON.parse(text) as PendingFigures;
}
