/**
 * A policy that falls asleep before the lines of its decisions are written, and is woken while they still wait: keys, rewards, lists
 * and exports know all that was answered. So does whoever finds the folder as a process that was killed then left it.
 */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import type { DecisionReceipt } from '../wire.ts';
import type { DecisionService } from './decision-service.ts';
import { FARM, RAIN, refusalOf, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const FIRST = { policy: FARM, ...RAIN };
const local = (text: string | null) => ({ scope: 'local', text });
const NAMES = ['apple', 'pear', 'plum'];

async function open(folder: string) {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const { service } = sampleService({
    journal,
    limits: { policiesAwake: 1, wokenEntries: 2, decisionsHeld: 1 },
  });
  const close = async () => {
    await service.close();
    await journal.close();
  };
  return { journal, service, close };
}

/** Policies whose lines wait. */
function unsettledIn(folder: string): string[] {
  const database = new DatabaseSync(path.join(folder, 'hedgerow.db'), { readOnly: true });
  const lines = database.prepare('select policy from unsettled order by policy').all();
  database.close();
  return lines.map(({ policy }) => String(policy));
}

/**
 * Decides in turn, so that each sleeps while the others are asked, until the lines of all wait: on a machine with other work they may
 * have been written meanwhile. Returns the answers by their keys.
 */
async function decideInTurn(service: DecisionService, folder: string) {
  const answers = new Map<string, string>();
  for (let round = 0; round < 4 || unsettledIn(folder).join() !== NAMES.join(); round++) {
    for (const name of NAMES) {
      const { text } = await service.decide(name, FIRST, local(`${name} ${round}`));
      answers.set(`${name} ${round}`, text);
    }
    // Each falls asleep when what it has to do is done.
    while (service.awakeCount!() > 1) await setTimeout(1);
  }
  return answers;
}

/** All that was answered is there, and nothing is decided anew. */
async function requireAll(service: DecisionService, answers: ReadonlyMap<string, string>) {
  for (const [key, text] of answers) {
    const [name = ''] = key.split(' ');
    const { id } = JSON.parse(text) as DecisionReceipt;
    expect(await service.decide(name, FIRST, local(key))).toEqual({ text, isReplay: true });
    const other = { ...FIRST, context: { rain: 3 } };
    expect(await refusalOf(service.decide(name, other, local(key)))).toBe('HR_KEY_REUSED');
    expect(JSON.stringify((await service.decision(id)).receipt)).toBe(text);
  }
  for (const name of NAMES) {
    const count = answers.size / NAMES.length;
    const { decisions } = await service.decisions(name, { limit: 100 });
    expect(decisions.map(({ sequence }) => count - sequence)).toEqual([...decisions.keys()]);
    expect((await service.policy(name)).counts.decisions).toBe(count);
  }
}

it('knows all that was answered while the lines of a woken policy wait, and after a kill then', async () => {
  const folder = temporaryFolder();
  const { journal, service, close } = await open(folder);
  const answers = await decideInTurn(service, folder);
  const killed = temporaryFolder();
  cpSync(folder, killed, { recursive: true });
  // Rewards wake each of them, once more before its lines are written.
  for (const name of NAMES) {
    const { outcome } = await service.reward(`${name}.1.2`, { value: 12 });
    expect(outcome).toBe('recorded');
    expect((await service.reward(`${name}.1.2`, { value: 12 })).outcome).toBe('repeated');
    expect(await refusalOf(service.reward(`${name}.1.2`, { value: 9 }))).toBe(
      'HR_REWARD_CONTRADICTS',
    );
  }
  await requireAll(service, answers);
  expect((await service.decision('apple.1.2')).reward).toBe(12);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
  await close();

  const again = await open(killed);
  await requireAll(again.service, answers);
  expect((await again.service.reward('plum.1.1', { value: 7 })).outcome).toBe('recorded');
  expect((await again.service.decision('plum.1.1')).reward).toBe(7);
  expect((await verifyJournal(again.journal)).isWhole).toBe(true);
  await again.close();
});
