/**
 * The first season of a farm alarms nobody: its budget is 0 or above after every decision, and the audit
 * says that the promise was kept. Fifty generated declarations, with sizes as people write them.
 */
import { isKept, type PolicyDefinition } from '@hedgerow/core';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../core/src/base/testing/seeded-random.ts';
import type { DecisionReceipt } from '../wire.ts';
import { NO_KEY, sampleService } from './testing/sample-service.ts';

const random = seededRandom(33);
const within = (min: number, max: number, digits: number) =>
  Number((min + (max - min) * random()).toFixed(digits));
const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;

function anyDeclaration(): PolicyDefinition {
  const limits = [
    { drop: within(0.5, 4, 1) },
    { ratio: within(0.5, 0.95, 2) },
    { drop: within(1, 3, 1), beside: within(3, 6, 1) },
    { beside: within(2, 6, 1) },
  ];
  const noise = [{}, { plotNoise: { scale: within(0.2, 0.8, 2) } }];
  return {
    actions: ['a', 'b', 'c'],
    baseline: { action: 'a', reward: { min: within(5, 8, 1), max: within(11, 14, 1) } },
    context: {},
    reward: { min: within(0, 4, 1), max: within(15, 20, 1), unit: 't/ha' },
    allowedShortfall: oneOf([0.02, 0.05, 0.1, 0.15, 0.2, 0.3]),
    promise: 'realised',
    size: { typical: within(5, 30, 1), unit: 'ha' },
    split: { strips: oneOf([10, 12, 20]), ...oneOf(limits), ...oneOf(noise) },
  };
}

it('is kept by the audit and never below 0 in the view, for fifty declarations', async () => {
  let tried = 0;
  for (let run = 0; run < 50; run++) {
    const definition = anyDeclaration();
    const { service } = sampleService();
    await service.define('farm', { definition });
    const situations = Array.from({ length: 1 + Math.floor(6 * random()) }, (_, i) => ({
      context: {},
      size: within(0.5, 40, 2),
      site: oneOf(['north', 'south']),
      blocks: 1 + (i % 2),
    }));
    const request = { group: '2027', situations, commit: true };
    const { plan } = await service.issueGroup('farm', request, NO_KEY);
    const receipts = plan.receipts as readonly DecisionReceipt[];
    for (const { margin } of receipts) {
      // Negative zero is zero: `toBe` tells them apart.
      expect(Math.min(margin.before, margin.after, 0)).toBe(0);
    }
    tried += receipts.filter(({ chosenBy }) => chosenBy === 'learner').length;
    const audit = await service.audit('farm');
    expect([audit.isKept, audit.mismatches], JSON.stringify(definition)).toEqual([true, []]);
    // Rewards are in t/ha, and what is left of the budget in t.
    expect(audit.unit).toBe('t');
    expect(isKept((await service.policy('farm')).margin!)).toBe(true);
    await service.close();
  }
  // Shares that are just free are tried, or nothing would be shown.
  expect(tried).toBeGreaterThan(50);
});
