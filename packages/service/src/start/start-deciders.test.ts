/**
 * Deciders in real threads, on a real journal: they decide, they die, and nothing that was answered is lost.
 */
import { afterEach, expect, it } from 'vitest';
import type { DeciderEvent } from '../deciders/decider.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import { FARM, RAIN, refusalOf } from '../decisions/testing/sample-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import type { WholeJournal } from '../journal/journal-share.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import type { DecisionReceipt } from '../wire.ts';
import { readSettings } from './settings.ts';
import { startDeciders } from './start-deciders.ts';

interface Running {
  readonly service: DecisionService;
  readonly journal: WholeJournal;
  readonly events: DeciderEvent[];
}

const running: Running[] = [];
afterEach(async () => {
  for (const { service, journal } of running.splice(0)) {
    await service.close();
    await journal.close();
  }
});

async function begin(flags: Record<string, string> = {}, silentBeatsMax = 60): Promise<Running> {
  const settings = readSettings({ flags: { deciderThreads: '2', deciderMemory: '64', ...flags } });
  const journal = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const events: DeciderEvent[] = [];
  const { service } = await startDeciders({
    settings,
    journal,
    clock: null,
    limits: {},
    onEvent: () => {},
    onDecider: (event) => events.push(event),
    script: new URL('../deciders/testing/mortal-worker.ts', import.meta.url),
    silentBeatsMax,
    beatMs: 100,
  });
  running.push({ service, journal, events });
  return running.at(-1)!;
}

async function decide(service: DecisionService, policy: string, key: string | null = null) {
  const { text } = await service.decide(
    policy,
    { policy: FARM, ...RAIN },
    { scope: 'local', text: key },
  );
  return JSON.parse(text) as DecisionReceipt;
}

/** Asks again until the decider is back. */
async function decideAgain(service: DecisionService, policy: string, key: string) {
  for (;;) {
    try {
      return await decide(service, policy, key);
    } catch (error) {
      expect(error).toMatchObject({ code: 'HR_DECIDER_AWAY' });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

it.each([
  ['be thrown', 'nobody catches this'],
  ['exhaust', 'A decider must have memory left'],
  ['gorge', 'ERR_WORKER_OUT_OF_MEMORY'],
  ['spin', 'It said nothing for too long.'],
])('a thread that is asked to %s comes back with all that was answered', async (reason, detail) => {
  // Two threads once, to see that the other goes on; else one is enough.
  const deciderThreads = reason === 'be thrown' ? '2' : '1';
  // Who fills memory on a busy machine is silent for a while, too.
  const { service, journal, events } = await begin(
    { deciderThreads },
    reason === 'spin' ? 20 : 300,
  );
  const first = await decide(service, 'apple', 'one');
  const dying = refusalOf(service.setMode('apple', { mode: 'live', reason }));
  if (reason === 'be thrown') expect((await decide(service, 'dill')).sequence).toBe(1);
  if (reason === 'spin') expect(await dying).toBe('HR_DECIDER_AWAY');
  await dying;
  while (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await decideAgain(service, 'apple', 'one')).toEqual(first);
  expect((await decideAgain(service, 'apple', 'two')).sequence).toBe(2);
  expect(events[0]!.kind === 'away' && events[0]!.detail).toContain(detail);
  expect(events.filter(({ kind }) => kind === 'back').length).toBe(1);
  expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
});

it('what was decided in several threads is decided again by any number of them', async () => {
  const journal = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const policies = ['apple', 'barley', 'clover', 'dill'];
  for (const [round, deciderThreads] of ['2', '1', '0'].entries()) {
    const { service, large } = await startDeciders({
      settings: readSettings({ flags: { deciderThreads } }),
      journal,
      clock: null,
      limits: {},
      onEvent: () => {},
      onDecider: () => {},
    });
    const receipts = await Promise.all(policies.map((policy) => decide(service, policy)));
    expect(receipts.map(({ sequence }) => sequence)).toEqual(policies.map(() => round + 1));
    const { body } = await large.definitionLarge('apple');
    expect(JSON.parse(body as string)).toEqual(await service.definition('apple'));
    const page = await service.policies();
    expect(page.policies.map(({ id }) => id)).toEqual(policies);
    await service.close();
  }
  expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
  await journal.close();
});
