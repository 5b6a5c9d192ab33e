/**
 * The net of the core: lives of generated definitions, every call of a policy with every answer; and
 * definitions that are valid or broken, with the code and the field of the refusal.
 */
import {
  createPolicy,
  HedgerowError,
  normal,
  type Policy,
  type PolicyDefinition,
  quantiles,
  restorePolicy,
} from '@hedgerow/core';
import { canonical } from './canonical.ts';
import { type Chance, chanceOf } from './chance.ts';
import { ACTIONS, acceptedDefinition, brokenDefinition } from './definitions.ts';
import type { Life, Net, Step } from './net.ts';

const LIFE_COUNT = 60;
const STEP_COUNT = 300;
const DEFINITION_COUNT = 2000;
/** Definitions in one life of the net of refusals. */
const BATCH = 50;

export const coreNet: Net = {
  name: 'core',
  *lives() {
    for (let seed = 1; seed <= LIFE_COUNT; seed++) yield lifeOf(seed);
    for (let batch = 0; batch < DEFINITION_COUNT / BATCH; batch++) yield refusalsOf(batch);
  },
};

function refusalsOf(batch: number): Life {
  return {
    name: `refusals-${batch + 1}`,
    *steps() {
      const chance = chanceOf(7_000_000 + batch);
      for (let k = 0; k < BATCH; k++) {
        const definition = brokenDefinition(chance) as unknown as PolicyDefinition;
        yield canonical(answerOf(() => createPolicy(definition) && 'accepted'));
      }
    },
  };
}

function lifeOf(seed: number): Life {
  return {
    name: `life-${seed}`,
    *steps(): Iterable<Step> {
      const chance = chanceOf(seed);
      const definition = acceptedDefinition(chance);
      const life = new PolicyLife(definition, chance);
      yield canonical(definition);
      for (let k = 1; k < STEP_COUNT; k++) yield life.step();
    },
  };
}

/** Returns what a call gives, or the code and the field of its refusal. */
function answerOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    // A refusal that is no refusal of ours is a defect, and is recorded like one.
    if (!(error instanceof HedgerowError)) return { threw: (error as Error).name };
    return { refused: error.code, field: fieldOf(error.message) };
  }
}

/** The field that a message begins with; of other sentences nothing is kept. */
function fieldOf(message: string): string | null {
  const [first = ''] = message.split(/[\s:]/, 1);
  return FIELDS.has(first.split(/[.[]/, 1)[0]!) ? first : null;
}

/** Names of the fields of definitions and calls. */
const FIELDS = new Set([
  ...['actions', 'baseline', 'context', 'reward', 'allowedShortfall', 'allowedLossPerRound'],
  ...['size', 'split', 'reserve', 'window', 'period', 'budgetMax', 'failureProbability'],
  ...['promise', 'features', 'proposer', 'exploration', 'ridgePenalty', 'prior', 'memory'],
  ...['execution', 'rewardWithin', 'words', 'seed', 'group', 'site', 'floors', 'blocks'],
]);

class PolicyLife {
  #policy: Policy;
  readonly #definition: PolicyDefinition;
  readonly #chance: Chance;
  readonly #ids: string[] = [];
  #groupCount = 0;

  constructor(definition: PolicyDefinition, chance: Chance) {
    this.#definition = definition;
    this.#chance = chance;
    this.#policy = createPolicy(definition);
  }

  /** Makes one call and returns it with its answer and the budget after it. */
  step(): Step {
    const { name, call } = this.#chance.pick(this.#moves());
    const answer = answerOf(call);
    const policy = this.#policy;
    const after = [policy.margin(), policy.reserveLeft(), policy.pendingCount, policy.heldCount];
    return canonical([name, answer, after]);
  }

  #moves(): readonly { readonly name: string; readonly call: () => unknown }[] {
    const { pick, happens } = this.#chance;
    const id = this.#ids.length === 0 ? 'd999' : pick(this.#ids.slice(-12));
    const why = { reason: pick(['unrelated', 'newer-information'] as const) };
    const told = this.#reward();
    const share = pick([0, 0.1, 0.35]);
    const policy = this.#policy;
    const decide = { name: 'decide', call: () => this.#keep([policy.decide(...this.#asked())]) };
    const reward = { name: 'reward', call: () => policy.observe(id, told) };
    return [
      ...Array.from({ length: 10 }, () => decide),
      ...Array.from({ length: 8 }, () => reward),
      { name: 'preview', call: () => policy.preview(...this.#asked()) },
      { name: 'plan', call: () => this.#plan() },
      { name: 'correct', call: () => policy.correct(id, told) },
      { name: 'confirm', call: () => policy.confirm(id) },
      {
        name: 'confirm-share',
        call: () => policy.confirm(id, { share, isInnocent: happens(0.5) }),
      },
      { name: 'fallback', call: () => policy.fellBack(id, why) },
      { name: 'cancel', call: () => policy.cancel(id, why) },
      { name: 'close', call: () => policy.closeGroup() },
      { name: 'weights', call: () => policy.weights() },
      { name: 'prior', call: () => policy.exportPrior() },
      { name: 'load', call: () => this.#load() },
      { name: 'forget', call: () => policy.forget([id]) },
    ];
  }

  #keep<Kept extends { readonly id: string }>(receipts: readonly Kept[]): readonly Kept[] {
    this.#ids.push(...receipts.map(({ id }) => id));
    return receipts;
  }

  #plan(): unknown {
    const { pick } = this.#chance;
    const situations = Array.from({ length: pick([1, 2, 4]) }, () => {
      const [context, { site, size, divisible }] = this.#asked();
      return { context, ...defined({ site, size, divisible }) };
    });
    const group = pick([undefined, this.#newGroup()]);
    const plan = this.#policy.decideTogether(
      situations,
      defined({ group, period: this.#period() }),
    );
    this.#keep(plan.receipts);
    return plan;
  }

  #asked(): [Parameters<Policy['decide']>[0], NonNullable<Parameters<Policy['decide']>[1]>] {
    const { pick, happens, next } = this.#chance;
    const { baseline, reward, size, split, context } = this.#definition;
    const middle = 2 * next() - 1;
    const z = pick([
      Math.round(middle * 8) / 8,
      normal(middle, 0.3),
      quantiles({ p10: middle - 0.5, p50: middle, p90: middle + 0.4 }),
    ]);
    const at = (part: number) => reward.min + part * (reward.max - reward.min);
    const isPerCall = baseline.reward === 'per-call';
    const options = {
      site: happens(0.1) ? 'north' : undefined,
      group: happens(0.15) ? `g${this.#groupCount}` : happens(0.05) ? this.#newGroup() : undefined,
      size: size !== undefined && happens(0.7) ? pick([2, 9, 30]) : undefined,
      allowed: happens(0.1) ? ['b', 'x'] : undefined,
      proposal: happens(0.1) ? pick(ACTIONS) : undefined,
      shadow: happens(0.04) ? true : undefined,
      divisible: split !== undefined && happens(0.1) ? false : undefined,
      baseline: isPerCall
        ? { reward: pick([at(0.6), at(0.75)]) }
        : happens(0.05)
          ? { action: 'c' }
          : undefined,
      period: this.#period(),
    };
    const kind = 'kind' in context ? { kind: pick(['old', 'new']) } : {};
    return [{ z, ...kind }, defined(options)];
  }

  #period(): string | undefined {
    if (this.#definition.period !== 'named') return undefined;
    return `year-${Math.floor(this.#ids.length / 30)}`;
  }

  #newGroup(): string {
    this.#groupCount += 1;
    return `g${this.#groupCount}`;
  }

  #reward(): Parameters<Policy['observe']>[1] {
    const { pick, next, happens } = this.#chance;
    const { min, max } = this.#definition.reward;
    const value = () => min + (Math.round(next() * 16) / 16) * (max - min);
    if (this.#definition.split === undefined) return value();
    const part = () => (happens(0.2) ? { reward: value(), measuredShare: 0.5 } : value());
    return pick([{ try: part(), check: part() }, { try: part() }, { check: part() }]);
  }

  #load(): string {
    this.#policy = restorePolicy(this.#policy.snapshot());
    return 'loaded';
  }
}

/** The same without the fields that are undefined. */
function defined<Given extends object>(
  fields: Given,
): { [Key in keyof Given]: NonNullable<Given[Key]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Given]: NonNullable<Given[Key]> };
}
