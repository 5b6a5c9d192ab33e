/**
 * Random commands against a naive model of the accounting: an array of decisions and a few counters.
 *
 * HEDGEROW_SOAK=20 runs twenty times as many sequences.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import type { DecisionState, Mode } from '../wire.ts';
import { FARM, RAIN, refusalOf, sampleService, soakFactor } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

interface ModelDecision {
  readonly id: string;
  readonly generation: number;
  state: DecisionState;
  reward: number | null;
}

/** What ought to be: no core, no journal. */
class Model {
  generation = 0;
  mode: Mode = 'live';
  readonly decisions: ModelDecision[] = [];
  /** What each key decided, and whether the definition was part of the request. */
  readonly byKey = new Map<string, { id: string; isFirst: boolean }>();

  present(): ModelDecision[] {
    return this.decisions.filter(({ generation }) => generation === this.generation);
  }

  /** The decision that a number points to, and its past if it has one. */
  subject(pointer: number): ModelDecision | undefined {
    return this.decisions[pointer % Math.max(1, this.decisions.length)];
  }
}

class Real {
  readonly journal = new MemoryJournal();
  sample: ReturnType<typeof sampleService>;

  constructor() {
    this.sample = this.#open();
  }

  #open() {
    return sampleService({ journal: this.journal, limits: { snapshotEntries: 7 } });
  }

  /** With a clean end, or without one. */
  async restart(isClean: boolean): Promise<void> {
    if (isClean) await this.sample.service.close();
    this.sample = this.#open();
  }
}

type Command = fc.AsyncCommand<Model, Real>;

function definitionOf(generation: number): PolicyDefinition {
  return { ...FARM, reserve: 10 * generation };
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await compare(model, real);
    },
    toString: () => name,
  };
}

async function compare(model: Model, { sample }: Real): Promise<void> {
  if (model.generation === 0) return;
  const view = await sample.service.policy('farm');
  const present = model.present();
  const count = (isMeant: (one: ModelDecision) => boolean) => present.filter(isMeant).length;
  const isOver = ({ state, reward }: ModelDecision) =>
    reward !== null || state === 'fell-back' || state === 'void';
  expect(view).toMatchObject({ generation: model.generation, mode: model.mode });
  expect(view.margin).toBeGreaterThanOrEqual(0);
  expect(view.counts).toMatchObject({
    decisions: present.length,
    pending: count((one) => !isOver(one)),
    unresolved: count(({ state }) => state === 'issued'),
    rewards: count(({ reward }) => reward !== null),
    fellBack: count(({ state }) => state === 'fell-back'),
    voided: count(({ state }) => state === 'void'),
    rewardTotal: present.reduce((sum, { reward }) => sum + (reward ?? 0), 0),
  });
}

const decide = (key: string | null) =>
  command(`decide ${key}`, async (model, { sample }) => {
    const isFirst = model.generation === 0;
    const request = isFirst ? { policy: definitionOf(1), ...RAIN } : RAIN;
    const call = sample.service.decide('farm', request, { scope: 'local', text: key });
    const known = key === null ? undefined : model.byKey.get(key);
    if (known !== undefined && known.isFirst !== isFirst) {
      expect(await refusalOf(call)).toBe('HR_KEY_REUSED');
      return;
    }
    const { text, isReplay } = await call;
    const receipt = JSON.parse(text);
    expect(isReplay).toBe(known !== undefined);
    if (known !== undefined) {
      expect(receipt.id).toBe(known.id);
      return;
    }
    model.generation = Math.max(1, model.generation);
    const { generation } = model;
    const id = `farm.${generation}.${model.present().length + 1}`;
    expect(receipt.id).toBe(id);
    expect(receipt.margin.after).toBeGreaterThanOrEqual(0);
    if (model.mode !== 'live')
      expect(receipt).toMatchObject({ reason: model.mode, action: 'local' });
    model.decisions.push({ id, generation, state: 'issued', reward: null });
    if (key !== null) model.byKey.set(key, { id, isFirst });
  });

const tell = (
  name: string,
  pointer: number,
  act: (
    real: Real['sample'],
    id: string,
    subject: ModelDecision,
  ) => readonly [call: Promise<unknown>, expected: string, after: Partial<ModelDecision>],
) =>
  command(`${name} ${pointer}`, async (model, { sample }) => {
    const subject = model.subject(pointer);
    if (subject === undefined) {
      expect(await refusalOf(sample.service.ack('farm.1.1', {}))).toBe('HR_DECISION_UNKNOWN');
      return;
    }
    const [call, expected, after] = act(sample, subject.id, subject);
    const answer = await refusalOf(call);
    const isRefused = expected.startsWith('HR_');
    if (isRefused) expect(answer).toBe(expected);
    else expect(answer).toMatchObject({ outcome: expected });
    if (expected === 'recorded') Object.assign(subject, after);
  });

const isPlayed = ({ state, reward }: ModelDecision) => state === 'executed' || reward !== null;
const isGone = ({ state }: ModelDecision) => state === 'fell-back' || state === 'void';

const ack = (pointer: number) =>
  tell('ack', pointer, ({ service }, id, one) => [
    service.ack(id, {}),
    isPlayed(one) ? 'repeated' : isGone(one) ? 'HR_NOT_PLAYED' : 'recorded',
    { state: 'executed' },
  ]);

const takenBack = (one: ModelDecision, target: DecisionState) => {
  if (one.state === target) return 'repeated';
  return isPlayed(one) ? 'HR_ALREADY_PLAYED' : isGone(one) ? 'HR_NOT_PLAYED' : 'recorded';
};

const fallBack = (pointer: number) =>
  tell('fall back', pointer, ({ service }, id, one) => [
    service.ack(id, { played: 'baseline', reason: 'unrelated' }),
    takenBack(one, 'fell-back'),
    { state: 'fell-back' },
  ]);

const makeVoid = (pointer: number) =>
  tell('void', pointer, ({ service }, id, one) => [
    service.void(id, { reason: 'unrelated' }),
    takenBack(one, 'void'),
    { state: 'void' },
  ]);

const rewarded = (one: ModelDecision, value: number) => {
  if (isGone(one)) return 'HR_NOT_PLAYED';
  if (one.reward === null) return 'recorded';
  return one.reward === value ? 'repeated' : 'HR_REWARD_CONTRADICTS';
};

const reward = ([pointer, value]: readonly [number, number]) =>
  tell(`reward ${value} of`, pointer, ({ service }, id, one) => [
    service.reward(id, { value }),
    rewarded(one, value),
    { state: 'executed', reward: value },
  ]);

const correct = ([pointer, value]: readonly [number, number]) =>
  tell(`correct to ${value}`, pointer, ({ service }, id, one) => [
    service.correct(id, { value, reason: 'again' }),
    one.reward === null ? 'HR_NO_REWARD_YET' : one.reward === value ? 'repeated' : 'recorded',
    { reward: value },
  ]);

const setMode = (mode: Mode) =>
  command(`mode ${mode}`, async (model, { sample }) => {
    const answer = await refusalOf(sample.service.setMode('farm', { mode }));
    if (model.generation === 0) expect(answer).toBe('HR_POLICY_UNKNOWN');
    else model.mode = mode;
  });

const startGeneration = command('new generation', async (model, { sample }) => {
  const definition = definitionOf(model.generation + 1);
  await sample.service.define('farm', { definition, reason: 'next' });
  model.generation += 1;
});

const restart = (isClean: boolean) =>
  command(isClean ? 'restart' : 'crash', async (_, real) => real.restart(isClean));

const look = command('look', async (model, { sample }) => {
  if (model.generation === 0) return;
  await sample.service.preview('farm', RAIN);
  expect(await sample.service.audit('farm')).toMatchObject({ isKept: true, mismatches: [] });
});

it('agrees with a naive model after every command, and the journal re-proves (I3, I4, I7)', async () => {
  const pointer = fc.nat({ max: 30 });
  const pointerAndValue = fc.tuple(pointer, fc.constantFrom(0, 10, 18));
  const commands = fc.commands(
    [
      fc.option(fc.constantFrom('a', 'b', 'c')).map(decide),
      fc.option(fc.constantFrom('d', 'e', 'f', 'g')).map(decide),
      pointer.map(ack),
      pointer.map(fallBack),
      pointer.map(makeVoid),
      pointerAndValue.map(reward),
      pointerAndValue.map(reward),
      pointerAndValue.map(correct),
      fc.constantFrom<Mode>('live', 'shadow', 'safe-mode').map(setMode),
      fc.constant(startGeneration),
      fc.boolean().map(restart),
      fc.constant(look),
    ],
    { maxCommands: 60, size: '+1' },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const real = new Real();
      await fc.asyncModelRun(() => ({ model: new Model(), real }), sequence);
      expect((await verifyJournal(real.journal)).isWhole).toBe(true);
    }),
    { numRuns: 80 * soakFactor() },
  );
});
