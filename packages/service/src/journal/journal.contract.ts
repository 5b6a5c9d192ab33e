/**
 * What every journal promises, checked for any of them.
 *
 * `open` makes a fresh one; `reopen` closes it and opens what it left behind.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { DecisionFilter, DecisionReceipt, Mode } from '../wire.ts';
import { checkChain, EMPTY_HEAD, headAfter, NO_HASH } from './entry-hash.ts';
import { readEntryText } from './entry-text.ts';
import { forgettingPromises } from './forgetting.contract.ts';
import type { DecisionRow, Journal, KeyRecord, NewEntry, ShelfBatch } from './journal.ts';
import { checkRemovals } from './removal.ts';
import { retentionPromises } from './segments/retention.contract.ts';
import type { LinePage, Standing } from './standing.ts';
import {
  appendAll,
  created,
  decided,
  entry,
  keepSnapshot,
  rewarded,
  sampleKey,
  sampleTime,
} from './testing/sample-entries.ts';

export interface JournalMaker {
  /** An empty journal; it may be one that was used before, if nothing of that can be seen. */
  open(): Promise<Journal>;
  /** Called when a test is over, if the journal is to be used again; otherwise it is closed. */
  keep?(journal: Journal): void;
  reopen(journal: Journal): Promise<Journal>;
  /** Whether entries are in a table that they can leave; true if absent. */
  readonly hasTable?: boolean;
}

export function journalContract(name: string, maker: JournalMaker): void {
  let journal: Journal | null = null;
  const open = async () => {
    journal = await maker.open();
    return journal;
  };
  const reopen = async (before: Journal) => {
    journal = await maker.reopen(before);
    return journal;
  };
  afterEach(async () => {
    if (maker.keep === undefined) await journal?.close();
    else if (journal !== null) maker.keep(journal);
    journal = null;
  });

  describe(`${name}: the chain`, () => chainPromises(open));
  describe(`${name}: turns`, () => turnPromises(open));
  describe(`${name}: the table of decisions`, () => tablePromises(open));
  describe(`${name}: listings`, () => listingPromises(open));
  describe(`${name}: snapshots and keys`, () => recordPromises(open));
  describe(`${name}: the shelf`, () => shelfPromises(open, reopen));
  describe(`${name}: standings`, () => standingPromises(open, reopen));
  describe(`${name}: the end of a policy`, () => endPromises(open, reopen));
  describe(`${name}: entries that leave the table`, () =>
    retentionPromises(open, reopen, maker.hasTable ?? true));
  describe(`${name}: forgetting`, () => forgettingPromises(open, reopen));
  describe(`${name}: the key of the coin`, () => coinKeyPromises(open, reopen));
  describe(`${name}: reopening`, () => reopenPromises(open, reopen));
}

type Open = () => Promise<Journal>;

function chainPromises(open: Open): void {
  test('a policy nobody wrote about has no head and no entries', async () => {
    const journal = await open();
    expect(await journal.head('maize')).toBeNull();
    expect(await journal.readLine('maize')).toBeNull();
    expect(await journal.read('maize', 0, 10)).toEqual([]);
    expect(await journal.listPolicies()).toEqual([]);
    expect(await journal.readSnapshots('maize')).toEqual([]);
  });

  test('entries are numbered from 1 without gaps, each sealed by the hash of the one before', async () => {
    const journal = await open();
    const first = await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
    const second = await appendAll(journal, 'maize', [decided({ sequence: 2 })]);
    const stored = await journal.read('maize', 0, 100);
    expect(stored).toEqual([...first, ...second]);
    expect(stored.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(stored[0]!.previousHash).toBe(NO_HASH);
    expect(checkChain(EMPTY_HEAD, stored)).toBeNull();
    expect(await journal.head('maize')).toEqual(headAfter(EMPTY_HEAD, stored));
  });

  test('reading pages through the chain from any position', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', decisions(5));
    const positions = async (after: number, limit: number) =>
      (await journal.read('maize', after, limit)).map(({ position }) => position);
    expect(await positions(0, 2)).toEqual([1, 2]);
    expect(await positions(2, 2)).toEqual([3, 4]);
    expect(await positions(4, 2)).toEqual([5]);
    expect(await positions(5, 2)).toEqual([]);
  });

  test('text comes back byte for byte, whatever is in it', async () => {
    const journal = await open();
    const long = 'long '.repeat(40_000);
    const notes = ['ä€🌽', '\u2028\u2029', '\u0000\u0001\n\r\t"\\', '\ud800 alone', long, "'; --"];
    const stored = await appendAll(
      journal,
      'maize',
      notes.map((note, index) => decided({ sequence: index + 1, note })),
    );
    const read = await journal.read('maize', 0, 100);
    expect(read).toEqual(stored);
    expect(checkChain(EMPTY_HEAD, read)).toBeNull();
    const told = read.map(({ text }) => {
      const body = readEntryText(text);
      return body.kind === 'decided' ? body.receipt.explanation : '';
    });
    expect(told).toEqual(notes);
  });

  test('policies have chains of their own', async () => {
    const journal = await open();
    await appendAll(journal, 'wheat', [created()]);
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
    expect((await journal.head('wheat'))?.version).toBe(1);
    expect((await journal.head('maize'))?.version).toBe(2);
    expect(await journal.listPolicies()).toEqual(['maize', 'wheat']);
  });
}

function turnPromises(open: Open): void {
  test('a turn tells the head, and what the caller has missed', async () => {
    const journal = await open();
    const stored = await appendAll(journal, 'maize', decisions(3));
    const turn = await journal.beginTurn('maize', 1);
    expect(turn.head).toEqual({ version: 3, hash: stored[2]!.hash });
    expect(turn.missed).toEqual(stored.slice(1));
    await turn.release();
  });

  test('the next turn begins only when the one before is over', async () => {
    const journal = await open();
    const first = await journal.beginTurn('maize', 0);
    let hasBegun = false;
    const second = journal.beginTurn('maize', 0).then((turn) => {
      hasBegun = true;
      return turn;
    });
    await (await journal.beginTurn('wheat', 0)).release();
    expect(hasBegun).toBe(false);
    const commit = first.append([created()]);
    const turn = await second;
    expect(turn.head.version).toBe(1);
    expect(turn.missed).toEqual(commit.stored);
    await turn.release();
    await commit.durable;
  });

  test('a released turn writes nothing', async () => {
    const journal = await open();
    await (await journal.beginTurn('maize', 0)).release();
    expect(await journal.head('maize')).toBeNull();
  });

  test('a turn ends only once', async () => {
    const journal = await open();
    const turn = await journal.beginTurn('maize', 0);
    await turn.release();
    expect(() => turn.append([created()])).toThrow('ends once');
    expect(await journal.head('maize')).toBeNull();
  });

  test('many turns at once, of many policies, end in whole chains', async () => {
    const journal = await open();
    const policies = ['maize', 'wheat', 'rye'];
    const write = async (policy: string, sequence: number) => {
      const turn = await journal.beginTurn(policy, sequence - 1);
      const commit = turn.append([decided({ policy, sequence })]);
      await commit.accepted;
      await commit.durable;
    };
    const sequences = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(sequences.flatMap((one) => policies.map((policy) => write(policy, one))));
    for (const policy of policies) {
      const stored = await journal.read(policy, 0, 100);
      expect(stored).toHaveLength(20);
      expect(checkChain(EMPTY_HEAD, stored)).toBeNull();
    }
  });

  test('a caller who knows more than is stored is sent back to load again', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [created()]);
    await expect(journal.beginTurn('maize', 2)).rejects.toMatchObject({ kind: 'behind' });
    await (await journal.beginTurn('maize', 1)).release();
  });

  test('a batch with a key that was used is refused as a whole', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [decided({ sequence: 1, key: 'one' })]);
    const again = [decided({ sequence: 2 }), decided({ sequence: 3, key: 'one' })];
    await expect(appendAll(journal, 'maize', again)).rejects.toMatchObject({ kind: 'behind' });
    expect((await journal.head('maize'))?.version).toBe(1);
    expect(await journal.read('maize', 0, 10)).toHaveLength(1);
    expect(await journal.findDecision('maize.1.2')).toBeNull();
    await appendAll(journal, 'maize', [decided({ sequence: 2, key: 'two' })]);
    expect((await journal.head('maize'))?.version).toBe(2);
  });

  test('two decisions of one batch cannot share a key, but two policies and two scopes can', async () => {
    const journal = await open();
    const twice = [decided({ sequence: 1, key: 'one' }), decided({ sequence: 2, key: 'one' })];
    await expect(appendAll(journal, 'maize', twice)).rejects.toMatchObject({ kind: 'behind' });
    await appendAll(journal, 'maize', [decided({ sequence: 1, key: 'one' })]);
    await appendAll(journal, 'wheat', [decided({ policy: 'wheat', sequence: 1, key: 'one' })]);
    const other = decided({ sequence: 2, key: 'one' });
    const body = other.body as Extract<typeof other.body, { kind: 'decided' }>;
    const key = { ...sampleKey('one'), scope: 'hk_other' };
    await appendAll(journal, 'maize', [{ ...other, body: { ...body, key } }]);
    expect((await journal.findByKey('maize', 'local', 'one'))?.id).toBe('maize.1.1');
    expect((await journal.findByKey('maize', 'hk_other', 'one'))?.id).toBe('maize.1.2');
    expect((await journal.findByKey('wheat', 'local', 'one'))?.id).toBe('wheat.1.1');
  });

  test('the same decision cannot be made twice', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    const again = appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    await expect(again).rejects.toMatchObject({ kind: 'behind' });
    expect((await journal.head('maize'))?.version).toBe(1);
  });

  test('after closing, nothing more is taken', async () => {
    const journal = await open();
    const turn = await journal.beginTurn('maize', 0);
    const commit = turn.append([created()]);
    await journal.close();
    await commit.durable;
    await expect(journal.beginTurn('maize', 1)).rejects.toMatchObject({ kind: 'closed' });
    await expect(journal.checkWritable()).rejects.toMatchObject({ kind: 'closed' });
  });

  test('it says that it can be written', async () => {
    await (await open()).checkWritable();
  });
}

function tablePromises(open: Open): void {
  test('size, group, site and parts are kept, found and followed; a scan keeps to one site', async () => {
    const journal = await open();
    const parts = [
      { role: 'try', action: 'b', share: 0.25, size: 1, strips: [3] },
      { role: 'check', action: 'a', share: 0.75, size: 3, strips: [1, 2, 4] },
    ] as const;
    const terms = { size: -0, group: 'May', site: 'north', parts };
    const entries = [1, 2, 3].map((sequence) => decided({ sequence }));
    const divided = withTerms(entries[0]!, terms);
    const sited = withTerms(entries[2]!, { site: 'south' });
    await appendAll(journal, 'maize', [created(), divided, entries[1]!, sited]);
    expect(await journal.findDecision('maize.1.1')).toMatchObject({
      size: -0,
      group: 'May',
      site: 'north',
      parts: { share: 0.25, try: null, check: null },
    });
    const told = { share: 0.25, try: { reward: 0.1, measuredShare: 0.5 }, check: null };
    const decision = 'maize.1.1';
    const first = { kind: 'rewarded', decision, parts: told, value: null, isLearnt: true } as const;
    await appendAll(journal, 'maize', [entry(first)]);
    const [row] = await journal.findDecisions('maize', [decision, 'maize.1.99', 'maize.x']);
    expect(row).toMatchObject({ state: 'executed', reward: null, parts: told });
    const whole = { ...told, check: 0.3 };
    await appendAll(journal, 'maize', [entry({ ...first, parts: whole, value: 0.25 })]);
    expect(await journal.findDecision(decision)).toMatchObject({ reward: 0.25, parts: whole });
    const scanned: string[] = [];
    for await (const page of journal.scanDecisions('maize', 1, 'south')) {
      scanned.push(...page.map(({ id }) => id));
    }
    expect(scanned).toEqual(['maize.1.3']);
    const idsOf = (rows: readonly DecisionRow[]) => rows.map(({ id }) => id);
    expect(idsOf(await journal.listDecisions('maize', { site: 'north' }))).toEqual(['maize.1.1']);
    expect(idsOf(await journal.listDecisions('maize', { group: 'May' }))).toEqual(['maize.1.1']);
  });

  test('a decision is found by its id and by its key, with everything that was said', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    const row: DecisionRow = {
      id: 'maize.1.1',
      policy: 'maize',
      generation: 1,
      sequence: 1,
      position: 2,
      action: 'a',
      chosenBy: 'baseline',
      reason: 'not-certified',
      mode: 'live',
      decidedAt: sampleTime(1),
      state: 'issued',
      reward: null,
      rewardedAt: null,
      correctionCount: 0,
      marginAfter: 1.0625,
      baselineMin: 0.25,
      baselineMax: 0.5,
      keyScope: 'local',
      keyText: 'one',
      fingerprint: 'fingerprint of one',
      size: null,
      group: null,
      site: null,
      subject: null,
      parts: null,
    };
    expect(await journal.findDecision('maize.1.1')).toEqual(row);
    expect(await journal.findByKey('maize', 'local', 'one')).toEqual(row);
  });

  test('what does not exist is not found', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [decided({ sequence: 1, key: 'one' })]);
    const ids = ['maize.1.2', 'maize.2.1', 'wheat.1.1', 'maize.01.1', 'maize.1', '', "' or 1=1"];
    for (const id of ids) expect(await journal.findDecision(id)).toBeNull();
    expect(await journal.findByKey('maize', 'local', 'two')).toBeNull();
    expect(await journal.findByKey('maize', 'hk_other', 'one')).toBeNull();
    expect(await journal.findByKey('wheat', 'local', 'one')).toBeNull();
  });

  test('rewards come back bit for bit, from the table and from the entries', async () => {
    const values = [-0, 0, 1e-308, 5e-324, 0.1 + 0.2, 1.7976931348623157e308, -3, 2 ** 53];
    const journal = await open();
    await appendAll(journal, 'maize', decisions(values.length));
    const rewards = values.map((value, index) => rewarded(`maize.1.${index + 1}`, value));
    await appendAll(journal, 'maize', rewards);
    for (const [index, value] of values.entries()) {
      expect((await journal.findDecision(`maize.1.${index + 1}`))?.reward).toBe(value);
      const [stored] = await journal.read('maize', values.length + index, 1);
      const body = readEntryText(stored!.text);
      expect(body.kind === 'rewarded' && body.value).toBe(value);
    }
  });

  test('outcomes change the line as the projection says, in one batch or in several', async () => {
    const journal = await open();
    const outcomes = [
      entry({ kind: 'confirmed', decision: 'maize.1.1', isLearnt: true }),
      rewarded('maize.1.1', 2, 6000),
      entry({
        kind: 'corrected',
        decision: 'maize.1.1',
        value: 3,
        previous: 2,
        reason: 'scale',
        isLearnt: true,
      }),
      entry({
        kind: 'corrected',
        decision: 'maize.1.1',
        value: 0,
        previous: 3,
        reason: 'scale',
        isLearnt: true,
      }),
      entry({ kind: 'fell-back', decision: 'maize.1.2', reason: 'unrelated', isLearnt: true }),
      rewarded('maize.1.2', 7),
      entry({
        kind: 'voided',
        decision: 'maize.1.3',
        reason: 'unrelated',
        note: 'rain',
        isLearnt: true,
      }),
      rewarded('maize.1.4', 9),
    ];
    await appendAll(journal, 'maize', decisions(5));
    await appendAll(journal, 'maize', outcomes);
    const seen = async (policy: string) =>
      (await journal.listDecisions(policy, {})).map((row) => [
        row.sequence,
        row.state,
        row.reward,
        row.rewardedAt,
        row.correctionCount,
      ]);
    const expected = [
      [5, 'issued', null, null, 0],
      [4, 'executed', 9, sampleTime(5000), 0],
      [3, 'void', null, null, 0],
      [2, 'fell-back', 7, sampleTime(5000), 0],
      [1, 'executed', 0, sampleTime(6000), 2],
    ];
    expect(await seen('maize')).toEqual(expected);

    const renamed = JSON.parse(
      JSON.stringify([...decisions(5), ...outcomes]).replaceAll('maize', 'rye'),
    );
    await appendAll(journal, 'rye', renamed);
    expect(await seen('rye')).toEqual(expected);
    const wheat = JSON.parse(
      JSON.stringify([...decisions(5), ...outcomes]).replaceAll('maize', 'wheat'),
    );
    for (const one of wheat) await appendAll(journal, 'wheat', [one]);
    expect(await seen('wheat')).toEqual(expected);
  });

  test('the history of a decision holds what was said of it and nothing else, oldest first', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [created(), ...decisions(11)]);
    await appendAll(journal, 'maize', [rewarded('maize.1.11', 1), rewarded('maize.1.1', 2)]);
    const correction = { value: 4, previous: 2, reason: 'scale', isLearnt: false };
    await appendAll(journal, 'maize', [
      entry({ kind: 'corrected', decision: 'maize.1.1', ...correction }),
    ]);
    const row = await journal.findDecision('maize.1.1');
    const history = await journal.readHistory(row!);
    expect(history.map(({ position }) => position)).toEqual([2, 14, 15]);
    expect(history).toEqual(
      (await journal.read('maize', 0, 100)).filter(({ position }) =>
        [2, 14, 15].includes(position),
      ),
    );
  });

  test('a decision that was never booked has no margin', async () => {
    const journal = await open();
    const halted = decided({ sequence: 1, reason: 'halted' });
    const body = halted.body as Extract<typeof halted.body, { kind: 'decided' }>;
    await appendAll(journal, 'maize', [{ ...halted, body: { ...body, coreId: null } }]);
    expect((await journal.findDecision('maize.1.1'))?.marginAfter).toBeNull();
  });
}

function listingPromises(open: Open): void {
  async function filled(): Promise<Journal> {
    const journal = await open();
    await appendAll(journal, 'maize', [
      created(),
      decided({ sequence: 1, action: 'b', chosenBy: 'learner', reason: 'proposal-is-safe' }),
      decided({ sequence: 2, action: "'; drop table decision; --" }),
      decided({ sequence: 3 }),
      decided({ sequence: 4, action: 'b', chosenBy: 'learner', reason: 'proposal-is-safe' }),
      decided({ generation: 2, sequence: 1, time: sampleTime(5) }),
    ]);
    await appendAll(journal, 'wheat', [decided({ policy: 'wheat', sequence: 1 })]);
    await appendAll(journal, 'maize', [
      rewarded('maize.1.1', 0),
      entry({ kind: 'voided', decision: 'maize.1.3', reason: 'unrelated', isLearnt: true }),
    ]);
    return journal;
  }

  const cases: readonly [string, DecisionFilter, string[]][] = [
    ['everything, newest first', {}, ['2.1', '1.4', '1.3', '1.2', '1.1']],
    ['a page', { limit: 2 }, ['2.1', '1.4']],
    ['the next page', { limit: 2, before: 5 }, ['1.3', '1.2']],
    ['a generation', { generation: 1 }, ['1.4', '1.3', '1.2', '1.1']],
    ['a state', { state: 'executed' }, ['1.1']],
    ['another state', { state: 'void' }, ['1.3']],
    ['who chose', { chosenBy: 'learner' }, ['1.4', '1.1']],
    ['why', { reason: 'not-certified' }, ['2.1', '1.3', '1.2']],
    ['an action', { action: 'b' }, ['1.4', '1.1']],
    ['an action with quotes', { action: "'; drop table decision; --" }, ['1.2']],
    ['with a reward', { hasReward: true }, ['1.1']],
    ['without a reward', { hasReward: false }, ['2.1', '1.4', '1.3', '1.2']],
    ['from a time on', { since: sampleTime(4) }, ['2.1', '1.4']],
    ['before a time', { until: sampleTime(3) }, ['1.2', '1.1']],
    ['several at once', { chosenBy: 'learner', hasReward: false, limit: 1 }, ['1.4']],
    ['nothing', { action: 'nobody' }, []],
  ];

  test('show what each filter says, newest first', async () => {
    const journal = await filled();
    for (const [name, filter, expected] of cases) {
      const rows = await journal.listDecisions('maize', filter);
      const ids = expected.map((id) => `maize.${id}`);
      expect(
        rows.map(({ id }) => id),
        name,
      ).toEqual(ids);
    }
  });

  test('a scan gives every decision of one generation, oldest first, in pages', async () => {
    const journal = await open();
    const count = 2345;
    await appendAll(journal, 'maize', [
      ...decisions(count),
      decided({ generation: 2, sequence: 1 }),
    ]);
    const pages = await collect(journal.scanDecisions('maize', 1));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
    expect(await collect(journal.scanDecisions('maize', 3))).toEqual([]);
  });
}

function standingPromises(open: Open, reopen: (journal: Journal) => Promise<Journal>): void {
  const numbers = (count: number) => ({
    margin: -count / 3,
    pending: count,
    unresolved: count + 1,
    decisions: count + 2,
    learner: count + 3,
    isHalted: count % 2 === 1,
    failureProbability: count / 7,
  });
  const standing = (count: number): Standing => ({
    ...numbers(count),
    text: `text ${count} ä\u2028`,
  });
  const append = async (
    journal: Journal,
    policy: string,
    handedIn: { entries: NewEntry[]; standing?: Standing },
  ) => {
    const known = (await journal.head(policy))?.version ?? 0;
    const turn = await journal.beginTurn(policy, known);
    const commit = turn.append(handedIn.entries, handedIn.standing);
    await commit.durable;
    return commit.stored.at(-1)!;
  };

  test('come with the entries, and the newest is read, also after reopening', async () => {
    const before = await open();
    const entries = [created()];
    await append(before, 'maize', { entries, standing: { ...standing(4), outline: 'first' } });
    const infinite = { ...standing(5), margin: Number.POSITIVE_INFINITY };
    await append(before, 'wheat', { entries, standing: { ...infinite, outline: 'other' } });
    const last = await append(before, 'maize', {
      entries: [decided({ sequence: 1 })],
      standing: { ...standing(7), margin: -0 },
    });
    const journal = await reopen(before);
    const [maize, wheat, ...more] = await journal.listLines({ limit: 10 });
    expect(maize).toEqual({
      policy: 'maize',
      version: 2,
      hash: last.hash,
      archivedAt: null,
      standing: { ...numbers(7), margin: -0 },
    });
    expect(await journal.readLine('maize')).toEqual(maize);
    expect(wheat!.standing!.margin).toBe(Number.POSITIVE_INFINITY);
    expect(more).toEqual([]);
    const texts = await journal.readStandings(['wheat', 'nobody', 'maize']);
    expect([...texts].sort((a, b) => (a.policy < b.policy ? -1 : 1))).toEqual([
      { ...maize, text: standing(7).text, outline: 'first' },
      { ...wheat, text: standing(5).text, outline: 'other' },
    ]);
  });

  test('a line is behind after an append without one, until it is filled in', async () => {
    const journal = await open();
    const outline = 'outline';
    await append(journal, 'maize', { entries: [created()], standing: { ...standing(4), outline } });
    const { hash } = await append(journal, 'maize', { entries: [decided({ sequence: 1 })] });
    expect(await journal.listLines({ limit: 10 })).toMatchObject([{ version: 2, standing: null }]);
    expect(await journal.readStandings(['maize'])).toEqual([]);
    // Of a chain that ends elsewhere.
    await journal.writeStanding('maize', { version: 1, hash }, standing(5));
    await journal.writeStanding('maize', { version: 2, hash: NO_HASH }, standing(5));
    expect(await journal.listLines({ limit: 10 })).toMatchObject([{ standing: null }]);
    await journal.writeStanding('maize', { version: 2, hash }, { ...standing(6), outline: 'new' });
    expect(await journal.listLines({ limit: 10 })).toMatchObject([{ standing: numbers(6) }]);
    expect(await journal.readStandings(['maize'])).toMatchObject([
      { policy: 'maize', standing: numbers(6), text: standing(6).text, outline: 'new' },
    ]);
  });

  test('lines come in pages in the order of names, archived ones if asked for', async () => {
    const journal = await open();
    for (const policy of ['b', 'a-', 'B', 'a_', 'aa', '1'])
      await appendAll(journal, policy, [created()]);
    await appendAll(journal, 'a_', [entry({ kind: 'policy-archived', reason: 'over' }, 7)]);
    const names = async (page: LinePage) =>
      (await journal.listLines(page)).map(({ policy }) => policy);
    expect(await names({ limit: 10 })).toEqual(['1', 'B', 'a-', 'aa', 'b']);
    expect(await names({ limit: 2, after: 'B' })).toEqual(['a-', 'aa']);
    expect(await names({ limit: 3, after: 'B', isArchivedShown: true })).toEqual([
      'a-',
      'a_',
      'aa',
    ]);
    expect(await names({ limit: 2, after: 'b' })).toEqual([]);
    const [archived] = await journal.listLines({ limit: 1, after: 'a-', isArchivedShown: true });
    expect(archived!.archivedAt).toBe(sampleTime(7));
  });

  test('an owner is noted once, counted, and gone with an erased policy', async () => {
    const journal = await open();
    const own = (owner: string) => ({ ...standing(2), outline: 'o', owner });
    await append(journal, 'maize', { entries: [created()], standing: own('hk_a') });
    await append(journal, 'wheat', { entries: [created()], standing: own('hk_a') });
    await append(journal, 'rye', { entries: [created()], standing: own('hk_b') });
    await append(journal, 'rye', {
      entries: [decided({ policy: 'rye', sequence: 1 })],
      standing: own('hk_a'),
    });
    expect([await journal.countOwned('hk_a'), await journal.countOwned('hk_b')]).toEqual([2, 1]);
    await (await journal.beginTurn('wheat', 1)).erase();
    expect(await journal.countOwned('hk_a')).toBe(1);
    await appendAll(journal, 'wheat', [created()]);
    expect(await journal.readStandings(['wheat'])).toEqual([]);
    expect(await journal.countOwned('hk_a')).toBe(1);
  });

  test('an owner has no more policies than it may have, however many are made in the same moment', async () => {
    const journal = await open();
    const make = async (policy: string, owner: string) => {
      const turn = await journal.beginTurn(policy, 0);
      return turn.append([created()], { ...standing(2), outline: 'o', owner, ownedMost: 3 })
        .durable;
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const [first, other] = await Promise.all([
      Promise.allSettled(names.map((name) => make(name, 'hk_a'))),
      make('other', 'hk_b'),
    ]);
    expect(other).toBeUndefined();
    const refused = first.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.kind)).toEqual(['behind', 'behind', 'behind']);
    expect([await journal.countOwned('hk_a'), await journal.countOwned('hk_b')]).toEqual([3, 1]);
    const [made] = (await journal.listPolicies()).filter((name) => name !== 'other');
    await (await journal.beginTurn(made!, 1)).erase();
    await make('again', 'hk_a');
    await expect(make('more', 'hk_a')).rejects.toMatchObject({ kind: 'behind' });
    expect(await journal.countOwned('hk_a')).toBe(3);
    // What is there goes on.
    await appendAll(journal, 'again', [decided({ policy: 'again', sequence: 1 })]);
  });
}

async function archivedIn(journal: Journal): Promise<readonly string[]> {
  const lines = await journal.listLines({ limit: 10, isArchivedShown: true });
  return lines.filter(({ archivedAt }) => archivedAt !== null).map(({ policy }) => policy);
}

function endPromises(open: Open, reopen: (journal: Journal) => Promise<Journal>): void {
  const archived = (count: number) => entry({ kind: 'policy-archived', reason: 'over' }, count);
  const restored = entry({ kind: 'policy-restored', reason: 'again' });

  test('archived policies are listed until they are restored, also after reopening', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [created()]);
    await appendAll(journal, 'wheat', [created(), archived(1)]);
    expect(await archivedIn(journal)).toEqual(['wheat']);
    await appendAll(journal, 'maize', [archived(2)]);
    expect(await archivedIn(journal)).toEqual(['maize', 'wheat']);
    expect(await journal.listPolicies()).toEqual(['maize', 'wheat']);
    await appendAll(journal, 'wheat', [restored, archived(3), restored]);
    const again = await reopen(journal);
    expect(await archivedIn(again)).toEqual(['maize']);
  });

  test('of a chain that is closed a removal is left, in a chain of removals', async () => {
    const journal = await open();
    const lastHashes: string[] = [];
    for (const policy of ['maize', 'wheat']) {
      const stored = await appendAll(journal, policy, [created(), archived(1)]);
      lastHashes.push(stored.at(-1)!.hash);
      const closing = { time: sampleTime(9), by: 'key', reason: `no ${policy} "any" more` };
      await (await journal.beginTurn(policy, 2)).erase(closing);
    }
    const again = await reopen(journal);
    const removals = await again.readRemovals();
    expect(removals).toMatchObject([
      { position: 1, policy: 'maize', entries: 2, lastHash: lastHashes[0], by: 'key' },
      { position: 2, policy: 'wheat', entries: 2, lastHash: lastHashes[1], time: sampleTime(9) },
    ]);
    expect(checkRemovals(removals)).toBeNull();
    expect(checkRemovals(removals.slice(1))).toBe(1);
    expect(await again.findRemoval('wheat')).toEqual(removals[1]);
    expect(await again.findRemoval('barley')).toBeNull();
    expect(await again.listPolicies()).toEqual([]);
  });

  test('erasing takes everything of one policy, and nothing of another', async () => {
    const journal = await open();
    const season = (policy: string) => [
      created(),
      decided({ policy, sequence: 1, key: 'one' }),
      rewarded(`${policy}.1.1`, 0.5),
      archived(9),
    ];
    await appendAll(journal, 'wheat', season('wheat'));
    const stored = await appendAll(journal, 'maize', season('maize'));
    const { hash } = stored.at(-1)!;
    await keepSnapshot(journal, { policy: 'maize', version: 4, hash, generation: 1, body: 'body' });
    await (await journal.beginTurn('maize', 4)).erase();
    const again = await reopen(journal);
    expect(await again.listPolicies()).toEqual(['wheat']);
    expect(await archivedIn(again)).toEqual(['wheat']);
    expect(await again.head('maize')).toBeNull();
    expect(await again.read('maize', 0, 10)).toEqual([]);
    expect(await again.findDecision('maize.1.1')).toBeNull();
    expect(await again.findByKey('maize', 'local', 'one')).toBeNull();
    expect(await again.listDecisions('maize', {})).toEqual([]);
    expect(await again.readSnapshots('maize')).toEqual([]);
    // A picture of the old chain that comes late is not stored.
    await keepSnapshot(again, { policy: 'maize', version: 4, hash, generation: 1, body: 'late' });
    expect(await again.readSnapshots('maize')).toEqual([]);
    expect(await again.read('wheat', 0, 10)).toHaveLength(4);
    expect(await again.findByKey('wheat', 'local', 'one')).toMatchObject({ id: 'wheat.1.1' });
  });

  test('after erasing, a chain of the same name begins anew', async () => {
    const journal = await open();
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    await (await journal.beginTurn('maize', 2)).erase();
    await expect(journal.beginTurn('maize', 2)).rejects.toMatchObject({ kind: 'behind' });
    const stored = await appendAll(journal, 'maize', [
      created(7),
      decided({ sequence: 1, key: 'one', action: 'b' }),
    ]);
    expect(checkChain(EMPTY_HEAD, stored)).toBeNull();
    expect(await journal.read('maize', 0, 10)).toEqual(stored);
    expect(await journal.findByKey('maize', 'local', 'one')).toMatchObject({ action: 'b' });
    expect(await archivedIn(journal)).toEqual([]);
  });

  test('erasing comes after what was appended before it, and before what comes next', async () => {
    const journal = await open();
    const first = await journal.beginTurn('maize', 0);
    const { durable, accepted, stored } = first.append([created()]);
    await accepted;
    const second = await journal.beginTurn('maize', 1);
    const erased = second.erase();
    const third = journal.beginTurn('maize', 0);
    await Promise.all([durable, erased]);
    const turn = await third;
    expect(turn.head).toEqual(EMPTY_HEAD);
    const { stored: anew, durable: onDisk } = turn.append([created(3)]);
    await onDisk;
    expect(await journal.read('maize', 0, 10)).toEqual(anew);
    expect(anew).not.toEqual(stored);
  });
}

function recordPromises(open: Open): void {
  test('the newest two snapshots are kept, newest first', async () => {
    const journal = await open();
    const modes = ['live', 'shadow', 'live'] as const;
    const entries = modes.map((mode) => entry({ kind: 'mode-changed', mode, reason: '' }));
    const stored = await appendAll(journal, 'maize', entries);
    const [wheat] = await appendAll(journal, 'wheat', [created()]);
    const snapshot = (version: number, body = `body ${version} 🌽\u2028`) => ({
      policy: 'maize',
      version,
      hash: stored[version - 1]!.hash,
      generation: 1,
      body,
    });
    await keepSnapshot(journal, {
      policy: 'wheat',
      version: 1,
      hash: wheat!.hash,
      generation: 1,
      body: 'body',
    });
    for (const version of [1, 2, 3]) await keepSnapshot(journal, snapshot(version));
    expect(await journal.readSnapshots('maize')).toEqual([snapshot(3), snapshot(2)]);
    await keepSnapshot(journal, snapshot(3, 'again'));
    expect(await journal.readSnapshots('maize')).toEqual([snapshot(3, 'again'), snapshot(2)]);
    expect(await journal.readSnapshots('wheat')).toHaveLength(1);
    // One of a chain that is not this one any more.
    await keepSnapshot(journal, { ...snapshot(2, 'foreign'), hash: 'f'.repeat(64) });
    expect(await journal.readSnapshots('maize')).toEqual([snapshot(3, 'again'), snapshot(2)]);
  });

  test('keys are added once, found, listed, revoked once, and touched', async () => {
    const { keys } = await open();
    await keys.add(sampleKeyRecord('hk_b'));
    await keys.add({ ...sampleKeyRecord('hk_a'), expiresAt: sampleTime(9) });
    await expect(keys.add(sampleKeyRecord('hk_b'))).rejects.toThrow('hk_b');
    expect(await keys.find('hk_b')).toEqual(sampleKeyRecord('hk_b'));
    expect(await keys.find('hk_c')).toBeNull();
    expect((await keys.list()).map(({ id }) => id)).toEqual(['hk_a', 'hk_b']);
    await keys.touch('hk_b', sampleTime(1));
    expect(await keys.revoke('hk_b', sampleTime(2))).toBe(true);
    expect(await keys.revoke('hk_b', sampleTime(3))).toBe(false);
    expect(await keys.revoke('hk_c', sampleTime(3))).toBe(false);
    expect(await keys.find('hk_b')).toEqual({
      ...sampleKeyRecord('hk_b'),
      lastUsedAt: sampleTime(1),
      revokedAt: sampleTime(2),
    });
  });
}

function coinKeyPromises(open: Open, reopen: (journal: Journal) => Promise<Journal>): void {
  const hex = async (journal: Journal) => Buffer.from(await journal.coinKey()).toString('hex');

  test('has 256 bits, and is the same for everyone and after a new start', async () => {
    const journal = await open();
    const keys = await Promise.all([hex(journal), hex(journal), hex(journal)]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(keys).size).toBe(1);
    expect(await hex(await reopen(journal))).toBe(keys[0]);
  });

  test('may be made anew', async () => {
    const journal = await open();
    const before = await hex(journal);
    await journal.renewCoinKey();
    const after = await hex(journal);
    expect(after).not.toBe(before);
    expect(await hex(await reopen(journal))).toBe(after);
  });
}

function reopenPromises(open: Open, reopen: (journal: Journal) => Promise<Journal>): void {
  test('everything is still there, and the chain goes on', async () => {
    const before = await open();
    const stored = await appendAll(before, 'maize', [
      created(),
      ...decisions(3, 'key'),
      rewarded('maize.1.1', 0.1 + 0.2),
    ]);
    await before.keys.add(sampleKeyRecord('hk_a'));
    const snapshot = {
      policy: 'maize',
      version: 2,
      hash: stored[1]!.hash,
      generation: 1,
      body: 'state',
    };
    await keepSnapshot(before, snapshot);
    const rows = await before.listDecisions('maize', {});

    const journal = await reopen(before);
    expect(await journal.read('maize', 0, 100)).toEqual(stored);
    expect(await journal.listDecisions('maize', {})).toEqual(rows);
    expect(await journal.readSnapshots('maize')).toEqual([snapshot]);
    expect(await journal.keys.list()).toEqual([sampleKeyRecord('hk_a')]);
    expect((await journal.findByKey('maize', 'local', 'key 2'))?.id).toBe('maize.1.2');
    const used = appendAll(journal, 'maize', [decided({ sequence: 4, key: 'key 2' })]);
    await expect(used).rejects.toMatchObject({ kind: 'behind' });
    await appendAll(journal, 'maize', [decided({ sequence: 4 })]);
    expect(checkChain(EMPTY_HEAD, await journal.read('maize', 0, 100))).toBeNull();
  });
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function decisions(count: number, key?: string) {
  return Array.from({ length: count }, (_, index) =>
    decided({
      sequence: index + 1,
      ...(key === undefined ? {} : { key: `${key} ${index + 1}` }),
    }),
  );
}

export function sampleKeyRecord(id: string): KeyRecord {
  return {
    id,
    secretHash: 'f'.repeat(64),
    name: 'Irrigation, "north"',
    scopes: ['decide', 'reward'],
    policies: ['*'],
    createdAt: sampleTime(0),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
}

/** The same decision with a size, a group, a site or parts. */
function withTerms(given: NewEntry, terms: Partial<DecisionReceipt>): NewEntry {
  const body = given.body as Extract<typeof given.body, { kind: 'decided' }>;
  return { ...given, body: { ...body, receipt: { ...body.receipt, ...terms } } };
}

/** A chain of so many entries, and how rows and snapshots of its versions are written and read. */
async function shelfOf(journal: Journal, entryCount: number) {
  const modes = Array.from({ length: entryCount }, (_, i) => (i % 2 === 0 ? 'shadow' : 'live'));
  const entries = modes.map((mode) =>
    entry({ kind: 'mode-changed', mode: mode as Mode, reason: '' }),
  );
  const stored = await appendAll(journal, 'maize', entries);
  const headOf = (version: number) => ({ version, hash: stored[version - 1]!.hash });
  return {
    put: (version: number, firsts: readonly number[], given: Partial<ShelfBatch> = {}) =>
      journal.writeShelf({
        policy: 'maize',
        generation: 1,
        version,
        anchor: headOf(version),
        rows: firsts.map((first) => ({ first, last: first, text: `${first} at ${version} 🌽` })),
        forgotten: [],
        ...given,
      }),
    texts: async (version: number, sequences: readonly number[], generation = 1) => {
      const rows = await journal.readShelf({
        policy: 'maize',
        generation,
        version,
        sequences,
        span: 1,
      });
      return rows.map(({ text }) => text).sort();
    },
    snapshot: (version: number, generation = 1) =>
      keepSnapshot(journal, { policy: 'maize', ...headOf(version), generation, body: '{}' }),
  };
}

function shelfPromises(open: Open, reopen: (before: Journal) => Promise<Journal>): void {
  test('a decision is what its newest row up to a version says', async () => {
    const before = await open();
    const { put } = await shelfOf(before, 6);
    await put(2, [1, 2]);
    await put(4, [1]);
    const journal = await reopen(before);
    const read = async (version: number) => {
      const query = { policy: 'maize', generation: 1, version, sequences: [1, 2, 3], span: 1 };
      return (await journal.readShelf(query)).map(({ text }) => text).sort();
    };
    expect(await read(1)).toEqual([]);
    expect(await read(3)).toEqual(['1 at 2 🌽', '2 at 2 🌽']);
    expect(await read(6)).toEqual(['1 at 4 🌽', '2 at 2 🌽']);
    const [elsewhere, later] = [
      { policy: 'wheat', generation: 1 },
      { policy: 'maize', generation: 2 },
    ];
    for (const other of [elsewhere, later]) {
      expect(await journal.readShelf({ ...other, version: 6, sequences: [1], span: 1 })).toEqual(
        [],
      );
    }
  });

  test('a row is never changed, and none of another chain is stored', async () => {
    const { put, texts } = await shelfOf(await open(), 6);
    await put(2, [1]);
    await put(2, [1], { rows: [{ first: 1, last: 1, text: 'other' }] });
    const foreign = put(3, [1], { anchor: { version: 3, hash: 'f'.repeat(64) } });
    await expect(foreign).rejects.toMatchObject({ kind: 'behind' });
    expect(await texts(6, [1])).toEqual(['1 at 2 🌽']);
  });

  test('a row of several decisions is found by each of them, and once', async () => {
    const journal = await open();
    const { put } = await shelfOf(journal, 3);
    const [place, next] = [
      { first: 4, last: 7, text: 'place' },
      { first: 8, last: 8, text: 'next' },
    ];
    await put(2, [], { rows: [place, next] });
    const query = { policy: 'maize', generation: 1, version: 3, span: 10 };
    expect(await journal.readShelf({ ...query, sequences: [5, 7] })).toEqual([place]);
    expect(await journal.readShelf({ ...query, sequences: [3, 9] })).toEqual([]);
    expect(await journal.readShelf({ ...query, sequences: [8] })).toEqual([next]);
  });

  test('a row of several decisions goes with the last of them', async () => {
    const journal = await open();
    const { put, snapshot } = await shelfOf(journal, 12);
    await put(2, [], { rows: [{ first: 4, last: 6, text: 'place' }] });
    const query = { policy: 'maize', generation: 1, version: 12, span: 10, sequences: [5] };
    const read = async () => (await journal.readShelf(query)).map(({ text }) => text);
    await put(3, [], { forgotten: [4] });
    await put(4, [], { forgotten: [4, 6] });
    await snapshot(7);
    await snapshot(8);
    await put(8, [1]);
    expect(await read()).toEqual(['place']);
    await put(9, [], { forgotten: [4, 5, 6] });
    await snapshot(10);
    await snapshot(11);
    await put(11, [2]);
    expect(await read()).toEqual([]);
  });

  test('what no snapshot needs any more is removed', async () => {
    const { put, texts, snapshot } = await shelfOf(await open(), 12);
    await put(2, [1, 2, 3]);
    await snapshot(4);
    await put(5, [1]);
    // A state may still begin with entry 4.
    expect(await texts(4, [1])).toEqual(['1 at 2 🌽']);
    await put(6, [], { forgotten: [2] });
    expect(await texts(5, [2])).toEqual(['2 at 2 🌽']);
    await snapshot(7);
    await snapshot(8);
    await put(9, [1]);
    expect(await texts(4, [1, 2, 3])).toEqual(['3 at 2 🌽']);
    expect(await texts(8, [1, 2, 3])).toEqual(['1 at 5 🌽', '3 at 2 🌽']);
    expect(await texts(12, [1, 2, 3])).toEqual(['1 at 9 🌽', '3 at 2 🌽']);
  });

  test('rows of an earlier generation go when no snapshot is of it', async () => {
    const { put, texts, snapshot } = await shelfOf(await open(), 12);
    await put(2, [1, 2]);
    await snapshot(3);
    await put(6, [1], { generation: 2 });
    await snapshot(7, 2);
    expect(await texts(12, [1, 2])).toEqual(['1 at 2 🌽', '2 at 2 🌽']);
    await snapshot(9, 2);
    expect(await texts(12, [1, 2])).toEqual([]);
    expect(await texts(12, [1, 2], 2)).toEqual(['1 at 6 🌽']);
  });

  test('all of it goes with its policy, and on request', async () => {
    const journal = await open();
    const { put, texts } = await shelfOf(journal, 4);
    await put(2, [1, 2]);
    await journal.dropShelf('wheat');
    expect(await texts(4, [1, 2])).toHaveLength(2);
    await journal.dropShelf('maize');
    expect(await texts(4, [1, 2])).toEqual([]);
    await put(3, [1]);
    await (await journal.beginTurn('maize', 4)).erase();
    expect(await texts(4, [1])).toEqual([]);
  });
}
