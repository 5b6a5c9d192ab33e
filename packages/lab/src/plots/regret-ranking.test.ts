import { expect, test } from 'vitest';
import type { Experiment, StrategyDefinition } from '../experiments/experiment.ts';
import { experimentFigures } from './experiment-figures.ts';
import { renderSvg } from './render.ts';
import { madeUpSummary } from './testing/made-up-summary.ts';

const FREE: readonly StrategyDefinition[] = Array.from({ length: 9 }, (_, index) => ({
  id: `free-${index}`,
  kind: 'linearThompson' as const,
  label: `Free ${index}`,
}));
const EXPERIMENT: Experiment = {
  format: 'hedgerow-experiment/1',
  name: 'many',
  rounds: 100,
  trials: 10,
  seed: 1,
  environments: [{ id: 'bounded', kind: 'bounded' }],
  strategies: [
    ...FREE,
    { id: 'broken', kind: 'clucb2', label: 'Broken' },
    { id: 'kept', kind: 'hedge', label: 'Kept' },
  ],
  allowedShortfalls: [0.1],
};
const REGRET: Readonly<Record<string, number>> = { broken: 90, kept: 150 };

test('many strategies are ranked, with the promises that were kept and broken', async () => {
  const summary = madeUpSummary({
    experiment: EXPERIMENT,
    cell: ({ strategy }) => ({
      spread: 0,
      finals: { expectedRegret: REGRET[strategy] ?? 200 + Number(strategy.slice(5)) },
      violations: { expected: strategy === 'broken' ? 3 : 0, realised: 0 },
    }),
  });
  const figure = experimentFigures(summary).find(({ id }) => id === 'bounded-regret')!;
  expect(figure.title).toBe('Least regret: Broken (90); with a promise that was kept: Kept (150)');
  expect(figure.altText).toMatch(/first\. Broken: 90, broken in 3 of 10; Kept: 150; Free 0: 200;/);
  const svg = await renderSvg(figure.specification);
  for (const text of ['Kept', '90, broken in 3 of 10', 'Free 8']) expect(svg).toContain(text);
});
