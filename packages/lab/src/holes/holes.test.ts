/**
 * No hole is open in the library: 100 runs each, 400 with HEDGEROW_HOLE_RUNS=400.
 */
import { describe, expect, it } from 'vitest';
import { brokenMax, countBroken, HOLES } from './index.ts';
import { openLibraryDoor } from './testing/library-door.ts';

const RUN_COUNT = Number(process.env.HEDGEROW_HOLE_RUNS ?? 100);

describe('the most broken runs that pass', () => {
  it.each([
    [100, 0.05, 13],
    [400, 0.1, 60],
  ])('of %i at δ = %f are %i', (runCount, failureProbability, most) => {
    expect(brokenMax(runCount, failureProbability)).toBe(most);
  });
});

describe.each(HOLES.map((hole) => [hole.name, hole] as const))('%s', (_name, hole) => {
  it('breaks no more runs than δ allows', async () => {
    const { failureProbability } = hole;
    const broken = await countBroken(hole, openLibraryDoor, RUN_COUNT);
    expect(broken).toBeLessThanOrEqual(brokenMax(RUN_COUNT, failureProbability));
    // A test that the old policy would have passed shows nothing.
    expect(hole.brokenBefore * RUN_COUNT).toBeGreaterThan(brokenMax(RUN_COUNT, failureProbability));
  });
});
