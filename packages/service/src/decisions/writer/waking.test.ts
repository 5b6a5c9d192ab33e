/**
 * A policy whose state is made of many entries keeps nobody waiting who asks for another.
 */
import { expect, it } from 'vitest';
import { nextRound } from '../../instruments/next-round.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { sampleService } from '../testing/sample-service.ts';

/** Every look at the clock is two milliseconds later. */
function clock() {
  let ms = 0;
  return {
    nowMs: () => {
      ms += 2;
      return ms;
    },
  };
}

const LIMITS = { turnMsMax: 8, snapshotEntries: 1000 };

it.each([0, 150])(
  'others are answered while a policy is woken from entry %i on',
  async (picture) => {
    const disk = new MemoryDisk();
    const open = () => sampleService({ journal: new MemoryJournal({ disk }), limits: LIMITS });
    const first = open();
    for (let count = 0; count < picture; count += 1) await first.decide();
    // A picture is taken at the end.
    await first.service.close();
    const killed = open();
    for (let count = picture; count < 300; count += 1) await killed.decide();
    await killed.decide({}, null, 'other');

    let roundCount = 0;
    const arrivals = () => {
      roundCount += 1;
      return nextRound();
    };
    const journal = new MemoryJournal({ disk });
    const { service } = sampleService({ journal, limits: LIMITS, monotonic: clock(), arrivals });
    const answered: string[] = [];
    const look = async (policy: string) => {
      const { counts } = await service.policy(policy);
      answered.push(policy);
      return counts.decisions;
    };
    expect(await Promise.all([look('farm'), look('other')])).toEqual([300, 1]);
    expect(answered).toEqual(['other', 'farm']);
    expect(roundCount).toBeGreaterThanOrEqual(Math.floor((300 - picture) / 32));
  },
);
