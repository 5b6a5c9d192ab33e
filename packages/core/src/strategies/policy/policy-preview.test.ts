import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { normal } from '../../context/normal.ts';
import type { BookState } from '../../safety/books/promise-book.ts';
import { createPolicy, type DecideOptions, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { type Receipt, rederive } from './receipt.ts';

const FARM: PolicyDefinition = {
  actions: ['P1197', 'DKC62', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: { temperature: { min: 5, max: 35 } },
  reward: { min: 2, max: 20, unit: 't/ha' },
  allowedShortfall: 0.2,
  failureProbability: 0.05,
  seed: 7,
};
const baselineOf = (baseline: Partial<PolicyDefinition['baseline']>): PolicyDefinition => ({
  ...FARM,
  baseline: { action: 'local', ...baseline },
});

/** The baseline earns 8. */
const WRONG_NUMBER: PolicyDefinition = { ...baselineOf({ reward: 14 }), allowedShortfall: 0.4 };

const DEFINITIONS: readonly [string, PolicyDefinition][] = [
  ['a known number', FARM],
  ['an interval', baselineOf({ reward: { min: 7, max: 9 } })],
  ['a number with every call', baselineOf({ reward: 'per-call' })],
  ['unknown: averaged over the coin', baselineOf({})],
  ['unknown: about what is played', baselineOf({ coin: 'played' })],
  ['unknown: about what is observed', { ...baselineOf({}), promise: 'observed' }],
  ['a number, about what is observed', { ...FARM, promise: 'observed' }],
  ['a number, with the model trusted', baselineOf({ reward: 8, weightNormBound: 30 })],
  ['a number, with a deviation scale', { ...FARM, reward: { ...FARM.reward, deviationScale: 2 } }],
  ['a number that rewards refute', WRONG_NUMBER],
  ['a number, over windows', { ...FARM, window: 4 }],
  ['a number, confirmed later', { ...FARM, execution: 'confirm' }],
  ['a number, and draws', { ...FARM, proposer: { kind: 'thompson' } }],
];

const YIELDS: Record<string, number> = { P1197: 12, DKC62: 7, local: 8 };
const optionsOf = ({ baseline }: PolicyDefinition): DecideOptions =>
  baseline.reward === 'per-call' ? { baseline: { reward: 8 } } : {};

/** What a receipt says apart from how the coin fell; all of it where none was flipped. */
function withoutCoin(receipt: Receipt): object {
  if (receipt.coin === null) return receipt;
  const { action, chosenBy, reason, explanation, change, coin, margin, ...others } = receipt;
  const { propensity, ...rest } = others;
  const { after, ...budget } = margin;
  return { ...rest, margin: budget, playProbability: coin.playProbability };
}

interface Season {
  readonly policy: Policy;
  readonly receipts: readonly Receipt[];
}

/**
 * A season in which rewards come late and in disorder; `look` is called between all steps, whatever
 * it does must leave no trace.
 */
function season(
  definition: PolicyDefinition,
  look: (policy: Policy) => void,
  roundCount = 60,
): Season {
  const policy = createPolicy(definition);
  const random = seededRandom(11);
  const options = optionsOf(definition);
  const waiting: Receipt[] = [];
  const receipts: Receipt[] = [];
  for (let round = 0; round < roundCount; round++) {
    look(policy);
    const receipt = policy.decide({ temperature: normal(12 + 14 * random(), 2) }, options);
    receipts.push(receipt);
    waiting.push(receipt);
    if (definition.execution === 'confirm' && random() < 0.5) policy.confirm(receipt.id);
    while (waiting.length > 0 && random() < 0.55) {
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
      policy.observe(next!.id, YIELDS[next!.action]! + 2 * random() - 1);
      look(policy);
    }
  }
  return { policy, receipts };
}

describe.each(DEFINITIONS)('a preview, where the baseline is %s', (_, definition) => {
  const options = optionsOf(definition);

  it('leaves no trace at any moment: later decisions and the state are the same to the last bit', () => {
    const undisturbed = season(definition, () => {});
    const watched = season(definition, (policy) => {
      policy.preview({ temperature: normal(30, 4) }, options);
      policy.preview({ temperature: 7 }, { ...options, allowed: ['DKC62'], shadow: true });
      policy.weights();
    });
    expect(watched.receipts).toEqual(undisturbed.receipts);
    expect(watched.policy.snapshot()).toBe(undisturbed.policy.snapshot());
    expect(watched.policy.pendingCount).toBe(undisturbed.policy.pendingCount);
    const chosenBy = new Set(undisturbed.receipts.map((receipt) => receipt.chosenBy));
    expect(chosenBy.size).toBe(2);
  });

  it('is the receipt that decide then returns', () => {
    const { policy } = season(definition, () => {});
    for (let round = 0; round < 12; round++) {
      const context = { temperature: normal(10 + 2 * round, 2) };
      const given = { ...options, shadow: round % 3 === 0 };
      const before = policy.snapshot();
      const preview = policy.preview(context, given);
      expect(policy.snapshot()).toBe(before);
      expect(withoutCoin(policy.decide(context, given))).toEqual(withoutCoin(preview));
    }
  });

  it('is the same whatever coin will be flipped, and flips none', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 59 }),
        fc.float({ min: 5, max: 35, noNaN: true }),
        fc.boolean(),
        (at, ...rest) => {
          const [temperature, shadow] = rest;
          const { policy } = season(definition, () => {}, at);
          const snapshot = policy.snapshot();
          const neverFlipped = () => {
            throw new Error('a preview flipped the coin');
          };
          const previews = [neverFlipped, () => 0, () => 1 - 2 ** -53].map((coin) =>
            restorePolicy(snapshot, { coin }).preview({ temperature }, { ...options, shadow }),
          );
          previews.push(policy.preview({ temperature }, { ...options, shadow }));
          for (const preview of previews) expect(preview).toEqual(previews[0]);
          expect(previews[0]!.coin?.number ?? null).toBeNull();
        },
      ),
      { numRuns: 15 },
    );
  });

  it('leaves no trace when it is refused', () => {
    const undisturbed = season(definition, () => {});
    const watched = season(definition, (policy) => {
      const wrong = { ...options, baseline: { reward: Number.NaN } };
      expect(() => policy.preview({ temperature: 20 }, wrong)).toThrow('HR_INPUT');
    });
    expect(watched.policy.snapshot()).toBe(undisturbed.policy.snapshot());
  });
});

describe('a season in which rewards refute the declared number', () => {
  const isRefuted = (policy: Policy) => policy.snapshot().includes('"areHintsRefuted":true');

  it('is the same from any snapshot on, before the hint is dropped and after', () => {
    const seen = new Set<boolean>();
    season(WRONG_NUMBER, (policy) => {
      const snapshot = policy.snapshot();
      expect(restorePolicy(snapshot).snapshot()).toBe(snapshot);
      seen.add(isRefuted(policy));
    });
    expect([...seen]).toEqual([false, true]);
  });

  it('drops no hint where the number is right', () => {
    expect(isRefuted(season(FARM, () => {}).policy)).toBe(false);
  });
});

describe('a preview, where the model is trusted', () => {
  const maturities: Record<string, number> = { early: 90, middle: 100, local: 110 };
  const definition: PolicyDefinition = {
    ...FARM,
    actions: Object.entries(maturities).map(([name, maturity]) => ({
      name,
      attributes: { maturity },
    })),
    baseline: { action: 'local', reward: 'per-call', weightNormBound: 20 },
  };
  const bookOf = (policy: Policy) =>
    JSON.parse(policy.snapshot().split('\n')[1]!).learner.book as BookState;
  /** What is certain of all bets to an account, by its degree of trust. */
  const certain = ({ ledgers }: BookState, trust: number) =>
    ledgers[trust]!.prefixes.at(-1)!.certain[0] ?? 0;

  /** Rounds in which the baseline changes, so that what it earns tells of all actions. */
  const play = (look: (policy: Policy) => void): Policy => {
    const policy = createPolicy(definition);
    for (let round = 0; round < 24; round++) {
      const action = ['early', 'local'][round % 2]!;
      const reward = 8 - 0.1 * (maturities[action]! - 110);
      look(policy);
      policy.decide({ temperature: 10 + (round % 7) }, { baseline: { action, reward } });
    }
    return policy;
  };

  it('neither spends what the equations prove nor lets a contradiction last', () => {
    const undisturbed = play(() => {});
    expect(bookOf(undisturbed)).toMatchObject({ equations: { isContradicted: false } });
    const book = bookOf(undisturbed);
    expect(certain(book, 1)).toBeGreaterThan(certain(book, 0) + 1);
    const previews: Receipt[] = [];
    const watched = play((policy) => {
      previews.push(policy.preview({ temperature: 12 }, { baseline: { reward: 8 } }));
      policy.preview({ temperature: 12 }, { baseline: { reward: 20 } });
    });
    expect(previews.some(({ chosenBy }) => chosenBy === 'learner')).toBe(true);
    expect(watched.snapshot()).toBe(undisturbed.snapshot());
  });
});

describe('a preview of a round that a coin decides', () => {
  /** Coin rounds of a season, by what is previewed and what is then decided. */
  function coinRounds(definition: PolicyDefinition): { preview: Receipt; decided: Receipt }[] {
    const pairs: { preview: Receipt; decided: Receipt }[] = [];
    season(definition, (policy) => {
      const preview = policy.preview({ temperature: 21 }, { proposal: 'P1197' });
      if (preview.coin === null) return;
      const copy = restorePolicy(policy.snapshot());
      pairs.push({ preview, decided: copy.decide({ temperature: 21 }, { proposal: 'P1197' }) });
    });
    return pairs;
  }

  it('says so, with the probability and the likelier action', () => {
    const pairs = coinRounds(baselineOf({}));
    expect(pairs.length).toBeGreaterThan(10);
    for (const { preview } of pairs) {
      const { playProbability } = preview.coin!;
      const isLikely = playProbability >= 0.5;
      expect(preview).toMatchObject({
        reason: 'coin-decides',
        action: isLikely ? 'P1197' : 'local',
        chosenBy: isLikely ? 'learner' : 'baseline',
        coin: { number: null },
        change: ['How the coin falls is known when the decision is made, and not before.'],
      });
      const percent = Math.floor(1000 * playProbability + 1e-9) / 10;
      expect(preview.explanation).toBe(
        `P1197 would be played with probability ${percent} %, otherwise local, to keep measuring what local earns; a coin will decide.`,
      );
      const { action, chosenBy } = preview;
      expect(rederive(preview)).toEqual({ action, chosenBy });
    }
  });

  it.each(['policy', 'played'] as const)(
    'tells what is left in the worst case, however the coin falls (promise about the %s)',
    (coin) => {
      const pairs = coinRounds(baselineOf({ coin }));
      const reasons = new Set(pairs.map(({ decided }) => decided.reason));
      expect(reasons).toEqual(new Set(['held-out', 'proposal-is-safe']));
      for (const { preview, decided } of pairs) {
        expect(preview.margin.after).toBeLessThanOrEqual(decided.margin.after);
      }
    },
  );
});

describe('a preview', () => {
  it('of a policy in safe mode says so', () => {
    const { policy } = season(FARM, () => {});
    policy.safeMode = true;
    const preview = policy.preview({ temperature: 20 });
    expect(preview).toMatchObject({ reason: 'safe-mode', action: 'local' });
    expect(policy.decide({ temperature: 20 })).toEqual(preview);
  });

  it('issues nothing: its id is that of the decision to come', () => {
    const policy = createPolicy(FARM);
    expect(policy.preview({ temperature: 20 }).id).toBe('d1');
    expect(policy.pendingCount).toBe(0);
    expect(policy.observe('d1', 9)).toBe('unknown-decision');
    expect(policy.decide({ temperature: 20 }).id).toBe('d1');
  });
});

describe.each(DEFINITIONS)('shadow mode, where the baseline is %s', (_, definition) => {
  const options = optionsOf(definition);
  const context = { temperature: 21 };

  it('plays the baseline and tells what the learner proposed', () => {
    const { policy } = season(definition, () => {});
    for (let round = 0; round < 20; round++) {
      const live = policy.preview(context, options);
      const receipt = policy.decide(context, { ...options, shadow: true });
      expect(receipt).toMatchObject({
        action: 'local',
        chosenBy: 'baseline',
        reason: 'shadow',
        proposal: live.proposal,
        bounds: live.bounds,
        margin: { before: live.margin.before, ifProposed: live.margin.ifProposed },
      });
      expect(receipt.coin?.playProbability).toBe(live.coin?.playProbability);
      expect(rederive(receipt)).toEqual({ action: 'local', chosenBy: 'baseline' });
      policy.observe(receipt.id, 8 + (round % 3));
    }
  });

  it('is booked like a round that the baseline won', () => {
    const refused = createPolicy(definition);
    const watched = restorePolicy(refused.snapshot());
    const lives = [1, 2].map(() => refused.decide(context, options));
    const shadows = [1, 2].map(() => watched.decide(context, { ...options, shadow: true }));
    expect(lives.map(({ chosenBy }) => chosenBy)).toEqual(['baseline', 'baseline']);
    expect(shadows.map(({ margin }) => margin)).toEqual(lives.map(({ margin }) => margin));
    refused.observe('d1', 9);
    watched.observe('d1', 9);
    expect(watched.snapshot()).toBe(refused.snapshot());
  });
});

describe('the explanation of a shadow round', () => {
  const shadowOf = (policy: Policy, options: DecideOptions = {}) =>
    policy.preview({ temperature: 21 }, { ...options, shadow: true });
  const watching = 'local is played because the policy only watches; ';

  it('names what would have been played', () => {
    const { policy } = season(FARM, () => {});
    const receipt = shadowOf(policy, { proposal: 'P1197' });
    expect(receipt.explanation).toBe(`${watching}P1197 would have been played.`);
    expect(receipt.change).toEqual([
      'Proposals are played, where the promise allows it, once the policy does more than watch.',
    ]);
  });

  it('says why the baseline would have been played anyway', () => {
    const anyway = `${watching}local would have been played anyway: `;
    const fresh = createPolicy(FARM);
    expect(shadowOf(fresh, { proposal: 'P1197' }).explanation).toBe(
      `${anyway}if P1197 paid as little as it can, the safety budget would be 4.4 t/ha short.`,
    );
    expect(shadowOf(fresh, { proposal: 'local' }).explanation).toBe(
      `${anyway}it is also what looks best.`,
    );
  });

  it('knows the coin that was flipped, and foretells none', () => {
    const told = new Set<string>();
    const foretold = new Set<string>();
    season(baselineOf({}), (policy) => {
      const copy = restorePolicy(policy.snapshot());
      const given = { proposal: 'P1197', shadow: true };
      const receipt = copy.decide({ temperature: 21 }, given);
      if (receipt.coin === null) return;
      told.add(receipt.explanation);
      foretold.add(policy.preview({ temperature: 21 }, given).explanation.replace(/[\d.]+ %/, '…'));
      const isForProposal = receipt.coin.number! < receipt.coin.playProbability;
      expect(receipt.explanation.includes('P1197 would have been played')).toBe(isForProposal);
    });
    expect([...told].sort()).toEqual([
      `${watching}P1197 would have been played.`,
      `${watching}local would have been played anyway: the coin gives this round to it, to keep measuring what it earns.`,
    ]);
    expect([...foretold]).toEqual([`${watching}P1197 would be played with probability ….`]);
  });

  it('shows a coin that is used up: later rounds have others', () => {
    const { policy } = season(baselineOf({}), () => {});
    const coins = Array.from({ length: 40 }, (_, round) => {
      const given = { proposal: 'P1197', shadow: round % 2 === 0 };
      const { id, action, coin } = policy.decide({ temperature: 21 }, given);
      policy.observe(id, YIELDS[action]!);
      return coin?.number;
    }).filter((number) => number !== undefined);
    expect(coins.length).toBeGreaterThan(4);
    expect(new Set(coins).size).toBe(coins.length);
  });

  it('gives way to safe mode', () => {
    const policy = createPolicy(FARM);
    policy.safeMode = true;
    expect(shadowOf(policy).reason).toBe('safe-mode');
  });
});
