import { expect, it } from 'vitest';
import { createLogger } from '../instruments/logger.ts';
import { createMetrics } from '../instruments/metrics.ts';
import { tellEvent } from './tell-event.ts';

function listeners() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'debug', clock: { now: () => 'now' }, destination });
  return { lines, logger, metrics: createMetrics() };
}

it('counts decisions and rewards once, however often they are repeated', async () => {
  const to = listeners();
  const decision = {
    kind: 'decision',
    policy: 'a',
    chosenBy: 'baseline',
    reason: 'not-certified',
    durationMs: 1,
  } as const;
  tellEvent({ ...decision, isReplay: false }, to);
  tellEvent({ ...decision, isReplay: true }, to);
  for (const what of ['rewarded', 'corrected', 'confirmed'] as const) {
    tellEvent({ kind: 'outcome', policy: 'a', what, outcome: 'recorded' }, to);
    tellEvent({ kind: 'outcome', policy: 'a', what, outcome: 'repeated' }, to);
  }
  const text = await to.metrics.text();
  expect(text).toMatch(/hedgerow_decisions_total\{.*\} 1$/m);
  expect(text).toContain('hedgerow_rewards_total{policy="a"} 1');
  expect(text).toContain('hedgerow_corrections_total{policy="a"} 1');
  expect(to.lines).toEqual([]);
});

it('logs what an operator must know, as loudly as it deserves', () => {
  const to = listeners();
  tellEvent({ kind: 'halted', policy: 'a', detail: 'entry 3' }, to);
  tellEvent({ kind: 'failure', policy: 'a', detail: 'disk' }, to);
  tellEvent({ kind: 'snapshot-refused', policy: 'a', detail: 'hash' }, to);
  tellEvent({ kind: 'snapshot', policy: 'a', version: 7 }, to);
  const told = to.lines.map((line) => JSON.parse(line));
  expect(told.map(({ level }) => level)).toEqual(['error', 'error', 'warn', 'debug']);
  expect(told[0]).toMatchObject({ policy: 'a', detail: 'entry 3' });
});
