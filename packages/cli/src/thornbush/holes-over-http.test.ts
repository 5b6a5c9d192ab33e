/**
 * No hole is open over HTTP: 5 runs each, 40 with HEDGEROW_HTTP_HOLE_RUNS=40.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brokenMax, countBroken, HOLES, type OpenDoor } from '@hedgerow/lab/holes';
import type { RunningService } from '@hedgerow/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnService } from './own-service.ts';
import { httpDoors } from './testing/http-door.ts';

const RUN_COUNT = Number(process.env.HEDGEROW_HTTP_HOLE_RUNS ?? 5);

let folder: string;
let service: RunningService;
let open: OpenDoor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-holes-'));
  service = await startOwnService(folder);
  open = httpDoors(service.address);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

it('holds a list of holes', () => {
  expect(RUN_COUNT).toBeGreaterThan(0);
});

describe.each(HOLES.map((hole) => [hole.name, hole] as const))('%s', (_name, hole) => {
  it('breaks no more runs than δ allows', { timeout: 120_000 }, async () => {
    const broken = await countBroken(hole, open, RUN_COUNT);
    expect(broken).toBeLessThanOrEqual(brokenMax(RUN_COUNT, hole.failureProbability));
  });
});
