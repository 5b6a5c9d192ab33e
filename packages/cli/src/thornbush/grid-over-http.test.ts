/**
 * A first look at the cells that are reached over HTTP: real services on real journals, set in every way, and the margin
 * asked after every call and compared with that of the same policy as a library.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createGrid,
  judge,
  type LineTally,
  lineName,
  lineSize,
  playLine,
  quickLinesOf,
  servicePlays,
} from '@hedgerow/lab/thornbush';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GridServices, openGridServices } from './own-service.ts';

/** Lines under way at the same time: most of each is waiting for the disk. */
const LANES = 12;
/** On a machine with other work, waking policies for nearly every call may take minutes. */
const PATIENCE_MS = 400_000;

let folder: string;
let services: GridServices;
const cells = createGrid().rows;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-thornbush-'));
  services = openGridServices(folder);
});

afterAll(async () => {
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

describe('every cell over HTTP', () => {
  const tallies: LineTally[] = [];

  beforeAll(async () => {
    const lines = new Map(quickLinesOf(cells).map((line) => [line.cell, line]));
    const plays = servicePlays(cells.filter(({ way }) => way === 'service'));
    let next = 0;
    const lane = async () => {
      while (next < plays.length) {
        const { cell, levels } = plays[next++]!;
        const line = lines.get(cell)!;
        const size = lineSize(line, { isQuick: true });
        const createSubject = await services.subjectsAt(levels);
        tallies.push(await playLine({ ...line, size, createSubject }));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }, PATIENCE_MS);

  it('is played', () => {
    const wanted = cells.filter(({ way }) => way === 'service');
    expect(new Set(tallies.map(({ cell }) => cell)).size).toBe(wanted.length);
    expect(wanted.length).toBeGreaterThan(50);
  });

  it('was told of some rewards too late, and of most in time', () => {
    const roundCount = tallies.reduce((sum, tally) => sum + tally.roundCount, 0);
    expect(services.expiredCount()).toBeGreaterThan(0);
    expect(services.expiredCount()).toBeLessThan(roundCount / 4);
  });

  it('shows no fault', () => {
    const faulty = tallies.filter(({ faultyCount }) => faultyCount > 0);
    expect(faulty.map((tally) => `${lineName(tally)}: ${tally.faults.join('; ')}`)).toEqual([]);
  });

  it('keeps its promise as often as it must', () => {
    expect(judge(tallies).pools.filter(({ isFailed }) => isFailed)).toEqual([]);
  });
});
