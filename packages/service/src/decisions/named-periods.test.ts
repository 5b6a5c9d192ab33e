/**
 * Policies whose decisions name their period: they can be defined, decide, and answer with the baseline
 * even while they are halted.
 */
import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import { FARM, refusalOf, sampleService } from './testing/sample-service.ts';

const definition = { ...FARM, period: 'named' as const };

describe('a policy with named periods', () => {
  it('says what it promises as soon as it is defined', async () => {
    const { service } = sampleService({ definition });
    const { promise } = await service.define('farm', { definition });
    expect(promise.failureProbability).toBe(0.05);
  });

  it('begins a period with its name, and refuses a decision without one', async () => {
    const { decide } = sampleService({ definition });
    expect((await decide({ period: '2027' })).margin.before).toBe(0);
    expect(await refusalOf(decide())).toBe('HR_INVALID_INPUT');
  });

  it('answers with the baseline while it is halted', async () => {
    const journal = new MemoryJournal();
    const first = sampleService({ journal, definition });
    for (let i = 0; i < 3; i++) await first.decide({ period: '2027' });
    const chain = journal.disk.chains.get('farm')!;
    chain[2] = { ...chain[2]!, hash: 'e'.repeat(64) };
    const { decide } = sampleService({ journal, definition });
    const answer = await decide({ period: '2028', floors: { early: 2 } });
    expect(answer).toMatchObject({ reason: 'halted', chosenBy: 'baseline', action: 'local' });
  });
});
