import { describe, expect, it } from 'vitest';
import { ProgressMeter, type RunProgress, tellProgress } from './run-progress.ts';

describe('the progress of a run', () => {
  it('expects the rest to go on as it went, and earlier trials to have cost nothing', () => {
    let now = 1000;
    const told: RunProgress[] = [];
    const meter = new ProgressMeter({
      trialCount: 20,
      onProgress: (progress) => told.push(progress),
      clock: () => now,
    });
    meter.skip(8);
    now += 300;
    meter.add();
    expect(told).toEqual([
      { doneCount: 8, trialCount: 20, elapsedMs: 0, remainingMs: null },
      { doneCount: 9, trialCount: 20, elapsedMs: 300, remainingMs: 3300 },
    ]);
  });

  const linesOf = (isTTY: boolean, doneCounts: readonly number[]) => {
    let text = '';
    const tell = tellProgress({ isTTY, write: (more) => (text += more) });
    for (const doneCount of doneCounts) {
      tell({ doneCount, trialCount: 40, elapsedMs: 0, remainingMs: 61_000 * (40 - doneCount) });
    }
    return text;
  };

  it('is told in plain lines for each tenth where nobody watches', () => {
    expect(linesOf(false, [1, 2, 3, 4, 5, 39, 40, 40])).toBe(
      '4 of 40 trials (10 %), about 37 min left\n39 of 40 trials (97 %), about 61 s left\n40 of 40 trials (100 %)\n',
    );
  });

  it('is a bar that grows on a terminal', () => {
    expect(linesOf(true, [2, 40])).toBe(
      '\r█░░░░░░░░░░░░░░░░░░░ 2 of 40 trials (5 %), about 39 min left\u001b[K\r████████████████████ 40 of 40 trials (100 %)\u001b[K\n',
    );
  });
});
