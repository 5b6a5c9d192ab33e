/**
 * A first look at the cells that are reached over HTTP: a real service on a real journal, and the margin
 * asked after every call.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type CreateSubject,
  createGrid,
  judge,
  type LineTally,
  lineName,
  lineSize,
  playLine,
  quickLinesOf,
} from '@hedgerow/lab/thornbush';
import type { RunningService } from '@hedgerow/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnService } from './own-service.ts';
import { serviceSubjects } from './service-subject.ts';

/** Lines under way at the same time: most of each is waiting for the disk. */
const LANES = 12;

let folder: string;
let service: RunningService;
let createSubject: CreateSubject;
const cells = createGrid().rows;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-thornbush-'));
  service = await startOwnService(folder);
  createSubject = serviceSubjects(service.address);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('every cell over HTTP', () => {
  const tallies: LineTally[] = [];

  beforeAll(async () => {
    const lines = quickLinesOf(cells).filter(({ cell }) => cell.way === 'service');
    let next = 0;
    const lane = async () => {
      while (next < lines.length) {
        const line = lines[next++]!;
        const size = lineSize(line, { isQuick: true });
        tallies.push(await playLine({ ...line, size, createSubject }));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  });

  it('is played', () => {
    const wanted = cells.filter(({ way }) => way === 'service');
    expect(new Set(tallies.map(({ cell }) => cell)).size).toBe(wanted.length);
    expect(wanted.length).toBeGreaterThan(50);
  });

  it('shows no fault', () => {
    const faulty = tallies.filter(({ faultyCount }) => faultyCount > 0);
    expect(faulty.map((tally) => `${lineName(tally)}: ${tally.faults.join('; ')}`)).toEqual([]);
  });

  it('keeps its promise as often as it must', () => {
    expect(judge(tallies).pools.filter(({ isFailed }) => isFailed)).toEqual([]);
  });
});
