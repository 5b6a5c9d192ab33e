/**
 * What takes longer than a turn may pauses: others have their turn meanwhile, and whatever comes for the same policy waits.
 */
import { expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { GroupRequest } from '../../wire.ts';
import { FARM, NO_KEY, RAIN, refusalOf, sampleService } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';

const SITUATIONS = Array.from({ length: 60 }, (_, i) => ({ context: { rain: 5 * i } }));
const PLAN: GroupRequest = { group: '2027', situations: SITUATIONS };

/** On whose clock every look is a millisecond later; calls back in every pause. */
function slowService(journal: MemoryJournal, turnMsMax: number, inPause: () => void = () => {}) {
  let ms = 0;
  let pauseCount = 0;
  const sample = sampleService({
    journal,
    limits: { turnMsMax, waitingMsMax: 1e9 },
    monotonic: { nowMs: () => ms++ },
    arrivals: async () => {
      pauseCount += 1;
      await Promise.resolve();
      inPause();
    },
  });
  return { ...sample, pauses: () => pauseCount };
}

async function plannedWith(turnMsMax: number) {
  const journal = new MemoryJournal();
  const { service, pauses, decide } = slowService(journal, turnMsMax);
  await decide();
  const before = pauses();
  const shown = await service.previewGroup('farm', PLAN);
  const { plan } = await service.issueGroup('farm', PLAN, NO_KEY);
  const pauseCount = pauses() - before;
  await decide();
  const texts = (await journal.read('farm', 0, 1000)).map(({ text }) => text);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
  return { shown, plan, texts, pauseCount };
}

it('a plan with pauses, and its preview, are the same as without', async () => {
  const { pauseCount: few, ...whole } = await plannedWith(1e9);
  const { pauseCount: many, ...paused } = await plannedWith(4);
  expect(few).toBeLessThan(10);
  expect(many).toBeGreaterThan(50);
  expect(paused.texts).toEqual(whole.texts);
  expect(paused).toEqual(whole);
});

it('policies beside it have their turn amid a plan, and those who ask for the same one wait', async () => {
  const journal = new MemoryJournal();
  const { service, decide } = slowService(journal, 4);
  await decide();
  await decide({}, null, 'other');
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await Promise.all([
    service.decide('farm', RAIN, NO_KEY).then(note('before')),
    service.issueGroup('farm', PLAN, NO_KEY).then(note('plan')),
    service.decide('farm', RAIN, NO_KEY).then(note('same policy')),
    service.previewGroup('farm', PLAN).then(note('preview')),
    service.policy('farm').then(note('look')),
    service.decide('other', RAIN, NO_KEY).then(note('other policy')),
  ]);
  const own = order.filter((name) => name !== 'other policy');
  expect(own).toEqual(['before', 'plan', 'same policy', 'preview', 'look']);
  expect(order.indexOf('other policy')).toBeLessThan(order.indexOf('plan'));
  expect((await verifyJournal(journal)).isWhole).toBe(true);
});

it('whatever happens in a pause finds the policy as it was before the plan', async () => {
  const journal = new MemoryJournal();
  const asked: Promise<unknown>[] = [];
  let isPlanning = false;
  const { service, decide } = slowService(journal, 4, () => {
    if (!isPlanning) return;
    isPlanning = asked.length < 40;
    asked.push(
      refusalOf(service.decide('farm', RAIN, NO_KEY)),
      service.policy('farm'),
      refusalOf(service.preview('farm', RAIN)),
      refusalOf(service.setMode('farm', { mode: 'safe-mode' })),
    );
  });
  await decide();
  isPlanning = true;
  const { plan } = await service.issueGroup('farm', PLAN, NO_KEY);
  expect(plan.receipts.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    SITUATIONS.map((_, i) => i + 2),
  );
  expect(plan.receipts.some(({ reason }) => reason === 'safe-mode')).toBe(false);
  expect(asked.length).toBeGreaterThan(0);
  await Promise.all(asked);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
});

it('a plan that is refused amid its steps books nothing', async () => {
  const journal = new MemoryJournal();
  const { service, decide } = slowService(journal, 4);
  await decide();
  const late = { context: { rain: 'much' } } as unknown as (typeof SITUATIONS)[number];
  const wrong = { ...PLAN, situations: [...SITUATIONS, late] };
  for (const call of [
    service.issueGroup('farm', wrong, NO_KEY),
    service.previewGroup('farm', wrong),
  ]) {
    expect(await refusalOf(call)).toBe('HR_INVALID_INPUT');
  }
  expect((await decide()).sequence).toBe(2);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
});

it('a policy that is woken is made again with pauses, amid a plan, too', async () => {
  const journal = new MemoryJournal();
  const first = sampleService({ journal, definition: FARM });
  await first.decide();
  await first.service.issueGroup('farm', PLAN, NO_KEY);
  const whole = sampleService({ journal });
  const { service, pauses } = slowService(journal, 4);
  expect(await service.policy('farm')).toEqual(await whole.service.policy('farm'));
  // Two steps for each situation, and one for each entry.
  expect(pauses()).toBeGreaterThan((3 * SITUATIONS.length) / 5);
});
