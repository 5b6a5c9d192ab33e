/**
 * Decisions that are on the shelf: whatever is said of them, in whatever order, however often the process ends and
 * from whichever snapshot it begins, everything is as if all were held in memory.
 *
 * HEDGEROW_SOAK=20 runs twenty times as many lives.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JournalFailure, type ShelfBatch } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import type { DecisionService } from './decision-service.ts';
import {
  FARM,
  NO_KEY,
  refusalOf,
  type SampleService,
  sampleService,
  soakFactor,
  tickingClock,
} from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const SIZED: PolicyDefinition = { ...FARM, size: { typical: 4, unit: 'ha' }, reserve: 30 };
const DIVIDED: PolicyDefinition = {
  ...SIZED,
  baseline: { action: 'local' },
  split: { strips: 20, drop: 4 },
  prior: {
    weights: [8, 0, 8, 0, 8, 0],
    precision: [1, 1, 1, 1, 1, 1],
    seasonVariance: [1, 0.1, 1, 0.1, 1, 0.1],
    noiseVariance: 1,
  },
};

/** A service on a journal that can end at any moment and begin again from what is stored. */
class World {
  readonly journal: MemoryJournal = new MemoryJournal();
  readonly #decisionsHeld: number;
  readonly #clock = tickingClock();
  #sample: SampleService;

  constructor(decisionsHeld: number) {
    this.#decisionsHeld = decisionsHeld;
    this.#sample = this.#open();
  }

  get service(): DecisionService {
    return this.#sample.service;
  }

  get failures(): unknown[] {
    return this.#sample.events.filter(
      ({ kind }) => kind === 'failure' || kind === 'snapshot-refused',
    );
  }

  /** With a clean end or without one, and from the newest snapshot, an older one, or none. */
  async restart(isClean: boolean, snapshotsLost: number): Promise<void> {
    if (isClean) await this.service.close();
    const { snapshots } = this.journal.disk;
    snapshots.set('farm', (snapshots.get('farm') ?? []).slice(snapshotsLost));
    this.#sample = this.#open();
  }

  async hashes(): Promise<string[]> {
    return (await this.journal.read('farm', 0, 10_000)).map(({ hash }) => hash);
  }

  #open(): SampleService {
    const limits = { snapshotEntries: 6, decisionsHeld: this.#decisionsHeld };
    return sampleService({ journal: this.journal, clock: this.#clock, limits });
  }
}

type Act = (service: DecisionService) => Promise<unknown>;

interface Life {
  readonly definition: PolicyDefinition;
  readonly isDivided: boolean;
}

const anyNumber = fc.nat(1 << 16);
/** Every look at the clock is a second: some rewards come too late. */
const HALF_A_MINUTE = { days: 30 / 86_400 };

function idOf(life: { decisionCount: number; generation: number }, number: number): string {
  return `farm.${life.generation}.${1 + (number % Math.max(1, life.decisionCount))}`;
}

/** How many decisions there are, as far as the test knows. */
class Script {
  decisionCount = 0;
  generation = 1;
  groupCount = 0;
  actionCount = 0;

  act({ definition, isDivided }: Life, kind: string, number: number): Act {
    const value = number % 21;
    const reward = isDivided
      ? { ...(number % 3 === 0 ? {} : { try: value }), ...(number % 3 === 1 ? {} : { check: 9 }) }
      : { value };
    const id = idOf(this, number >> 3);
    switch (kind) {
      case 'decide':
        this.decisionCount += 1;
        return (service) =>
          service.decide(
            'farm',
            { context: { rain: number % 400 }, size: 1 + (number % 3) },
            NO_KEY,
          );
      case 'plan': {
        const situations = [1, 2].map((n) => ({
          context: { rain: (n * number) % 400 },
          size: 4,
          ...(isDivided ? { blocks: n + 1 } : {}),
        }));
        this.groupCount += 1;
        this.decisionCount += isDivided ? 5 : 2;
        const group = `group ${this.groupCount}`;
        return (service) => service.issueGroup('farm', { group, situations }, NO_KEY);
      }
      case 'reward':
        return (service) => service.reward(id, reward);
      case 'rewardMany': {
        const lines = [0, 5, 11, 17].map((n) => ({ decision: idOf(this, number + n), ...reward }));
        return (service) => service.rewardMany('farm', lines);
      }
      case 'correct':
        return (service) => service.correct(id, { ...reward, reason: 'again' });
      case 'ack':
        return (service) =>
          service.ack(
            id,
            number % 2 === 0 ? {} : { played: 'baseline', reason: 'newer-information' },
          );
      case 'void':
        return (service) => service.void(id, { reason: 'unrelated' });
      case 'grow': {
        if (isDivided || this.actionCount === 2) return (service) => service.policy('farm');
        this.actionCount += 1;
        const added = Array.from({ length: this.actionCount }, (_, i) => `new ${i}`);
        const grown = { ...definition, actions: [...definition.actions, ...added] };
        return (service) => service.define('farm', { definition: grown });
      }
      default:
        this.generation += 1;
        this.decisionCount = 0;
        return (service) => service.renew('farm', 'again');
    }
  }
}

const anyMove = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      ...[
        'decide',
        'decide',
        'decide',
        'decide',
        'plan',
        'reward',
        'reward',
        'reward',
        'rewardMany',
      ],
      ...['correct', 'correct', 'ack', 'void', 'grow'],
    ),
    number: anyNumber,
  }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), number: anyNumber }) },
);

const anyLife = fc.array(anyMove, { minLength: 10, maxLength: 45 });
const anyRenewal = fc.option(fc.nat(45));

describe('a service whose decisions are on the shelf', () => {
  it.each([
    ['whole', { definition: SIZED, isDivided: false }],
    ['divided', { definition: DIVIDED, isDivided: true }],
    [
      'whole, not waited for',
      { definition: { ...SIZED, rewardWithin: HALF_A_MINUTE }, isDivided: false },
    ],
    [
      'divided, not waited for',
      { definition: { ...DIVIDED, rewardWithin: HALF_A_MINUTE }, isDivided: true },
    ],
  ])('writes and answers what one does that holds them all (%s)', async (_name, life: Life) => {
    await fc.assert(
      fc.asyncProperty(anyLife, anyRenewal, async (moves, renewedAt) => {
        const [small, large] = [new World(3), new World(1_000_000)];
        const script = new Script();
        for (const { service } of [small, large]) {
          await service.define('farm', { definition: life.definition });
        }
        for (const [i, { kind, number }] of moves.entries()) {
          if (kind === 'restart') {
            await small.restart(number % 2 === 0, (number >> 1) % 3);
            continue;
          }
          const act = script.act(life, i === renewedAt ? 'renew' : kind, number);
          const answers = await Promise.all(
            [small, large].map(({ service }) => refusalOf(act(service))),
          );
          expect(answers[0]).toEqual(answers[1]);
        }
        expect(small.failures).toEqual([]);
        expect(await small.hashes()).toEqual(await large.hashes());
        expect(await small.service.policy('farm')).toEqual(await large.service.policy('farm'));
        await small.service.close();
        const report = await verifyJournal(small.journal);
        expect(report.policies.map(({ problem }) => problem)).toEqual([null]);
      }),
      { numRuns: 15 * soakFactor() },
    );
  });
});

/** A policy with so many decisions, of which the core holds four. */
async function shelved(count: number): Promise<{ world: World; service: DecisionService }> {
  const world = new World(4);
  await world.service.define('farm', { definition: FARM });
  for (let i = 0; i < count; i++) {
    await world.service.decide('farm', { context: { rain: i } }, NO_KEY);
  }
  return { world, service: world.service };
}

const HARMS = ['lost', 'damaged'] as const;

/** Takes all rows away, or changes their texts; what is written anew is sound. */
function damage({ journal: { disk } }: World, harm: (typeof HARMS)[number]): void {
  const shelf = disk.shelves.get('farm')!;
  const read = shelf.read.bind(shelf);
  const drop = shelf.drop.bind(shelf);
  shelf.read = (query) =>
    harm === 'lost' ? [] : read(query).map((row) => ({ ...row, text: `${row.text} ` }));
  shelf.drop = (pinned) => {
    shelf.read = read;
    drop(pinned);
  };
}

/** A place of two blocks: the second was rewarded, and the first is not waited for any more. */
async function placeWithOneBlockGivenUp(): Promise<World> {
  const world = new World(2);
  const { service } = world;
  await service.define('farm', { definition: { ...DIVIDED, rewardWithin: HALF_A_MINUTE } });
  const place = { context: { rain: 9 }, size: 4, blocks: 2 };
  await service.issueGroup('farm', { group: 'first', situations: [place] }, NO_KEY);
  await service.reward('farm.1.2', { check: 9, try: 9 });
  for (let i = 1; i < 50; i++) {
    const { text } = await service.decide('farm', { context: { rain: i }, size: 4 }, NO_KEY);
    const { id } = JSON.parse(text) as { id: string };
    await service.void(id, { reason: 'unrelated' });
  }
  return world;
}

describe('the shelf', () => {
  it('holds what memory need not, so that a snapshot is no longer with many decisions than with few', async () => {
    const lengthOf = async (count: number) => {
      const { world, service } = await shelved(count);
      await service.close();
      const [newest] = await world.journal.readSnapshots('farm');
      return newest!.body.length;
    };
    const [few, many] = [await lengthOf(12), await lengthOf(120)];
    expect(Math.abs(many - few)).toBeLessThan(200);
  });

  it.each(HARMS)(
    'loses no reward where it was %s: it is filled again from the entries',
    async (harm) => {
      const { world, service } = await shelved(30);
      damage(world, harm);
      expect(await refusalOf(service.reward('farm.1.2', { value: 12 }))).toBe(
        'HR_JOURNAL_UNAVAILABLE',
      );
      expect(await service.reward('farm.1.2', { value: 12 })).toMatchObject({ isLearnt: true });
      expect(await service.reward('farm.1.3', { value: 12 })).toMatchObject({ isLearnt: true });
      expect((await service.policy('farm')).health.state).toBe('ok');
      expect((await verifyJournal(world.journal)).isWhole).toBe(true);
    },
  );

  it.each(HARMS)('calls no correction too late because of a row that was %s', async (harm) => {
    const { world, service } = await shelved(30);
    await service.reward('farm.1.2', { value: 12 });
    for (let i = 0; i < 9; i++) await service.decide('farm', { context: { rain: i } }, NO_KEY);
    damage(world, harm);
    const correct = () => service.correct('farm.1.2', { value: 4, reason: 'read wrongly' });
    expect(await refusalOf(correct())).toBe('HR_JOURNAL_UNAVAILABLE');
    expect(await correct()).toMatchObject({ outcome: 'recorded', isLearnt: true });
  });

  it.each(HARMS)('is looked at by a proof that begins with a checkpoint: %s', async (harm) => {
    const { world, service } = await shelved(30);
    await service.reward('farm.1.2', { value: 12 });
    await service.forget('farm', { decisions: ['farm.1.2'] });
    expect((await verifyJournal(world.journal)).isWhole).toBe(true);
    damage(world, harm);
    const { policies } = await verifyJournal(world.journal);
    expect(policies[0]!.problem).toMatchObject({
      position: 32,
      what: expect.stringMatching(/^What waited at the checkpoint cannot be read: Decision d?1 /),
    });
  });

  it('is filled after the turn, when requests have been read; whoever is answered does not wait for it', async () => {
    const journal = new MemoryJournal();
    let rounds: PromiseWithResolvers<void>[] | null = null;
    const arrivals = () => {
      if (rounds === null) return Promise.resolve();
      rounds.push(Promise.withResolvers());
      return rounds.at(-1)!.promise;
    };
    const limits = { decisionsHeld: 1, snapshotEntries: 100 };
    const { service, decide } = sampleService({ journal, arrivals, limits });
    for (let i = 0; i < 4; i++) await decide();
    await service.policy('farm');
    const size = () => journal.disk.shelves.get('farm')!.size;
    const before = size();
    rounds = [];
    const decided = decide();
    await expect.poll(() => rounds?.length).toBe(1);
    rounds[0]!.resolve();
    await decided;
    await expect.poll(() => rounds?.length).toBe(2);
    expect(size()).toBe(before);
    rounds[1]!.resolve();
    rounds = null;
    await expect.poll(size).toBeGreaterThan(before);
    await service.close();
  });

  it('has a place for as long as any of its blocks is known', async () => {
    const { service, failures } = await placeWithOneBlockGivenUp();
    expect(await service.decision('farm.1.1')).toMatchObject({ state: 'issued' });
    expect(await service.policy('farm')).toMatchObject({ counts: { expired: 1 } });
    const right = { check: 7, try: 7, reason: 'read wrongly' };
    expect(await service.correct('farm.1.2', right)).toMatchObject({ isLearnt: true });
    expect(failures).toEqual([]);
  });

  it('is empty when all of it belongs to generations before', async () => {
    const { world, service } = await shelved(30);
    const { shelves } = world.journal.disk;
    expect(shelves.get('farm')!.size).toBeGreaterThan(20);
    await service.renew('farm', 'again');
    for (let i = 0; i < 25; i++) {
      await service.setMode('farm', { mode: 'shadow' });
      await service.setMode('farm', { mode: 'live' });
    }
    await service.close();
    expect(shelves.get('farm')!.size).toBe(0);
  });
});

/** A journal that stores rows of the shelf so often, and then no more. */
class ShelfThatFails extends MemoryJournal {
  failedAt: number | null = null;
  #left: number;

  constructor(left: number) {
    super();
    this.#left = left;
  }

  override async writeShelf(batch: ShelfBatch): Promise<void> {
    this.#left -= 1;
    if (this.#left >= 0) return super.writeShelf(batch);
    this.failedAt ??= batch.version;
    throw new JournalFailure('broken', 'no answer');
  }
}

it('a snapshot is not stored if what it leaves to the shelf is not', async () => {
  // It fails now for a snapshot, now because there are too many in memory.
  for (let left = 0; left < 8; left += 1) {
    const journal = new ShelfThatFails(left);
    const limits = { snapshotEntries: 3, decisionsHeld: 4 };
    const { service, decide } = sampleService({ journal, limits });
    while (journal.failedAt === null) await decide();
    await service.close();
    const stored = (journal.disk.snapshots.get('farm') ?? []).map(({ version }) => version);
    expect(Math.max(...stored)).toBeLessThan(journal.failedAt);
  }
});
