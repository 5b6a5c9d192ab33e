/**
 * A service that always answers with the baseline keeps every promise and is of no use. So: in a
 * friendly world the learner gets at least half of the rounds in good time, and both outcomes occur.
 */
import { expect, it } from 'vitest';
import { sampleService } from './testing/sample-service.ts';
import { seededRandom } from './testing/seeded-random.ts';

it('lets the learner play at least half of 3,000 rounds in a friendly world (I14)', async () => {
  const { service, decide } = sampleService();
  const random = seededRandom(14);
  const middle: Readonly<Record<string, number>> = { early: 9, late: 13, local: 10 };
  for (let round = 0; round < 3000; round++) {
    const { id, action } = await decide({ context: { rain: random.below(400) } });
    await service.reward(id, { value: middle[action]! + random.below(5) - 2 });
  }
  const { counts, margin } = await service.policy('farm');
  expect(counts.learner).toBeGreaterThanOrEqual(1500);
  expect(counts.baseline).toBeGreaterThan(0);
  expect(margin).toBeGreaterThanOrEqual(0);
  expect((await service.audit('farm')).isKept).toBe(true);
});
