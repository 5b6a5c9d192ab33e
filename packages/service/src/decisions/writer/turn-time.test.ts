/**
 * A turn that takes long ends early: what waits is done in the next ones, in order, and nothing is lost.
 */
import { expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { FARM, RAIN, sampleService } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';
import { DEFAULT_LIMITS } from './options.ts';
import { TurnTime } from './turn-time.ts';

/** A clock on which every look is a millisecond later. */
function clock() {
  let ms = 0;
  return { nowMs: () => ms++ };
}

async function decideMany(turnMsMax: number, count: number) {
  let turnCount = 0;
  const journal = new MemoryJournal({
    beforeStore: () => {
      turnCount += 1;
      return Promise.resolve();
    },
  });
  const { service } = sampleService({ journal, monotonic: clock(), limits: { turnMsMax } });
  await service.define('farm', { definition: FARM });
  const before = turnCount;
  const asked = Array.from({ length: count }, (_, i) =>
    service.decide('farm', RAIN, { scope: 'local', text: `key ${i}` }),
  );
  const texts = (await Promise.all(asked)).map(({ text }) => text);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
  return { turnCount: turnCount - before, texts };
}

it('divides what waits into turns, and answers are the same', async () => {
  const whole = await decideMany(1e9, 40);
  expect(whole.turnCount).toBe(1);
  const divided = await decideMany(4, 40);
  expect(divided.turnCount).toBeGreaterThanOrEqual(8);
  expect(divided.texts.map((text) => (JSON.parse(text) as DecisionReceipt).id)).toEqual(
    Array.from({ length: 40 }, (_, i) => `farm.1.${i + 1}`),
  );
  expect(divided.texts.map(withoutTime)).toEqual(whole.texts.map(withoutTime));
});

function withoutTime(text: string): object {
  const { decidedAt: _, ...receipt } = JSON.parse(text) as DecisionReceipt;
  return receipt;
}

it('lets one through however long it takes, and looks at as many as there was time for', () => {
  const time = new TurnTime({ ...DEFAULT_LIMITS, batchMax: 100, turnMsMax: 0 }, clock());
  const command = { isWriting: true, size: 3, run: () => {} };
  expect(time.sizeMax).toBe(100);
  time.begin();
  expect(time.isOver()).toBe(false);
  time.note(command);
  expect(time.isOver()).toBe(true);
  expect(time.sizeMax).toBe(3);
  time.begin();
  expect(time.sizeMax).toBe(6);
});
