/**
 * Whether a key is new is known without the journal where the state has seen all keys of its policy; where it has not, the
 * journal is asked, until all of them have been read.
 */
import { expect, test } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { sampleService } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';

/** So many questions come before keys are read. */
const QUESTIONS = 64;

class CountingJournal extends MemoryJournal {
  asked: string[] = [];
  scans = 0;
  isScanFailing = false;

  override findByKey(...name: Parameters<MemoryJournal['findByKey']>) {
    this.asked.push(name[2]);
    return super.findByKey(...name);
  }

  override async *scanDecisions(...given: Parameters<MemoryJournal['scanDecisions']>) {
    this.scans += 1;
    if (this.isScanFailing) throw new Error('not now');
    yield* super.scanDecisions(...given);
  }
}

async function decideUnder(
  { decide }: Pick<ReturnType<typeof sampleService>, 'decide'>,
  keys: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const key of keys) ids.push((await decide({}, key)).id);
  return ids;
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name} ${i}`);

/** A journal with a snapshot, so that whoever opens it next has seen no key. */
async function snapshotted(keys: readonly string[]) {
  const before = new CountingJournal();
  const first = sampleService({ journal: before });
  const ids = await decideUnder(first, keys);
  await first.service.close();
  expect(before.disk.snapshots.get('farm')).toHaveLength(1);
  const journal = new CountingJournal({ disk: before.disk });
  return { journal, ids, next: sampleService({ journal }), asked: before.asked };
}

test('of a policy that was made here no key is asked for, and each is recognised', async () => {
  const journal = new CountingJournal();
  const made = sampleService({ journal });
  const ids = await decideUnder(made, numbered('key', 30));
  expect(await decideUnder(made, numbered('key', 30))).toEqual(ids);
  expect(new Set(ids).size).toBe(30);
  expect(journal.asked).toEqual([]);
});

test('from the first entry on a state sees all keys; from a snapshot on it asks', async () => {
  const before = new CountingJournal();
  const { service, decide } = sampleService({ journal: before });
  const [id] = await decideUnder({ decide }, ['a']);
  const other = new CountingJournal({ disk: before.disk });
  expect(await decideUnder(sampleService({ journal: other }), ['a'])).toEqual([id]);
  expect(other.asked).toEqual([]);
  await service.close();
  const { journal, ids, next } = await snapshotted(['a', 'b']);
  expect(await decideUnder(next, ['a', 'c', 'b'])).toEqual([ids[0], 'farm.1.3', ids[1]]);
  expect(journal.asked).toEqual(['a', 'c', 'b']);
});

test('who asked often for nothing reads all keys once, and knows them', async () => {
  const { journal, ids, next } = await snapshotted(numbered('old', 40));
  await decideUnder(next, numbered('new', QUESTIONS));
  expect([journal.asked.length, journal.scans]).toEqual([QUESTIONS, 1]);
  journal.asked = [];
  const again = await decideUnder(next, numbered('late', 10));
  expect(new Set([...again, ...ids]).size).toBe(50);
  expect(journal.asked).toEqual([]);
  // Those of before are in the table alone, and found there.
  expect(await decideUnder(next, numbered('old', 40))).toEqual(ids);
  expect(journal.asked).toEqual(numbered('old', 40));
  expect(journal.scans).toBe(1);
  expect((await verifyJournal(journal)).isWhole).toBe(true);
});

test('who could not read them goes on asking', async () => {
  const { journal, ids, next } = await snapshotted(['old']);
  journal.isScanFailing = true;
  await decideUnder(next, numbered('new', QUESTIONS + 5));
  expect(await decideUnder(next, ['old'])).toEqual(ids);
  expect([journal.asked.length, journal.scans]).toEqual([QUESTIONS + 6, 1]);
});

test('after an entry that cannot be read keys are asked for, and its own is not used again', async () => {
  const before = new CountingJournal();
  await decideUnder(sampleService({ journal: before }), ['a', 'b']);
  const chain = before.disk.chains.get('farm')!;
  chain[2] = { ...chain[2]!, text: 'no JSON' };
  const journal = new CountingJournal({ disk: before.disk });
  const { decide } = sampleService({ journal });
  // What was decided under it is known, but cannot be shown.
  await expect(decide({}, 'b')).rejects.toThrow('must be stored first');
  expect(await decideUnder({ decide }, ['c'])).toEqual(['farm.1.3']);
  expect(journal.asked).toEqual(['b', 'c']);
});
