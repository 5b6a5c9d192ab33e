import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../base/testing/seeded-random.ts';
import { RewardModel, type RewardModelOptions } from './reward-model.ts';

const OPTIONS: RewardModelOptions = {
  dimension: 3,
  actionCount: 2,
  ridgePenalty: 0.5,
  rewardOffset: 2,
  hasIntercept: false,
};
const PRIOR = 4;
const TRUTH = [1, -2, 0.5];
const PROBE = [0.3, -0.7, 1];

interface Story {
  /** What a hint adds to the truth. */
  readonly lie: number;
  readonly rounds: number;
  readonly takesHints?: boolean;
  /** Called after every round. */
  readonly look?: (model: RewardModel) => void;
}

function reward(features: readonly number[], noise: number): number {
  return 5 + features.reduce((sum, value, i) => sum + value * TRUTH[i]!, 0) + noise;
}

function tell(model: RewardModel, { lie, rounds, takesHints = true, look }: Story): void {
  const random = seededRandom(5);
  const draw = () => [random(), random() - 0.5, 1];
  for (let round = 0; round < rounds; round++) {
    const hinted = draw();
    const features = draw();
    const noise = random() - 0.5;
    if (takesHints) model.takeHint(hinted, reward(hinted, 0) + lie, 3);
    model.learn({ features, reward: reward(features, noise), weight: 1 }, PRIOR);
    look?.(model);
  }
}

function told(story: Story, options: Partial<RewardModelOptions> = {}): RewardModel {
  const model = new RewardModel({ ...OPTIONS, ...options });
  tell(model, story);
  return model;
}

describe('hints that lie', () => {
  it('are dropped, and the model is then bit for bit one that never heard them', () => {
    const misled = told({ lie: 3, rounds: 60 });
    const pure = told({ lie: 3, rounds: 60, takesHints: false });
    expect(misled.areHintsRefuted).toBe(true);
    expect(misled.predict(PROBE)).toEqual(pure.predict(PROBE));
    expect(misled.noiseVariance(PRIOR)).toBe(pure.noiseVariance(PRIOR));
    expect(misled.model.kernel.exportState()).toEqual(pure.model.kernel.exportState());
    expect(misled.rewardCount).toBe(60);
  });

  it('are not heard any more, and the count of observations never falls', () => {
    let count = 0;
    const model = told({
      lie: -3,
      rounds: 60,
      look: ({ model: { observationCount } }) => {
        expect(observationCount).toBeGreaterThan(count);
        count = observationCount;
      },
    });
    const before = model.predict(PROBE);
    model.takeHint(PROBE, 100, 50);
    expect(model.predict(PROBE)).toEqual(before);
  });

  it('leave corrections behind that reach the model without hints', () => {
    const misled = new RewardModel(OPTIONS);
    const pure = new RewardModel(OPTIONS);
    tell(misled, { lie: 3, rounds: 5 });
    tell(pure, { lie: 3, rounds: 5, takesHints: false });
    expect(misled.areHintsRefuted).toBe(false);
    for (const model of [misled, pure]) model.revise([0.2, 0.1, 1], { before: 0, after: 1.5 }, 1);
    tell(misled, { lie: 3, rounds: 60 });
    tell(pure, { lie: 3, rounds: 60, takesHints: false });
    expect(misled.areHintsRefuted).toBe(true);
    expect(misled.predict(PROBE)).toEqual(pure.predict(PROBE));
  });
});

describe('a reward that was typed wrong, and is corrected later', () => {
  const SIZES = [-1e3, 7, 1e6];
  const options = (hasPrior: boolean): Partial<RewardModelOptions> =>
    hasPrior ? { prior: { weights: [1, 0, 2], precision: [3, 0, 0, 2, 0, 5] } } : {};

  /** The noise after twenty rewards, one of which was too large by `error` for some rounds. */
  function noiseAfter(error: number, hasPrior: boolean): number {
    const model = new RewardModel({ ...OPTIONS, ...options(hasPrior) });
    const random = seededRandom(8);
    let fix = () => {};
    for (let round = 0; round < 20; round++) {
      const features = [random(), random() - 0.5, 1];
      const after = reward(features, random() - 0.5);
      const before = after + (round === 3 ? error : 0);
      model.learn({ features, reward: before, weight: 1 }, PRIOR);
      if (round === 3) fix = () => model.revise(features, { before, after }, 1);
      if (round === 11) fix();
    }
    return model.noiseVariance(PRIOR);
  }

  it.each(SIZES)('leaves no trace in the noise, nor in what it spoilt after it: %d', (error) => {
    for (const hasPrior of [false, true]) {
      const [right, wrong] = [noiseAfter(0, hasPrior), noiseAfter(error, hasPrior)];
      // Digits that the wrong reward cost are gone.
      expect(Math.abs(wrong - right)).toBeLessThan(1e-14 * error * error + 1e-12);
    }
  });

  it('drops no hints', () => {
    const model = new RewardModel(OPTIONS);
    tell(model, { lie: 0, rounds: 5 });
    model.learn({ features: [1, 1, 1], reward: 1e9, weight: 1 }, PRIOR);
    model.revise([1, 1, 1], { before: 1e9, after: reward([1, 1, 1], 0) }, 1);
    tell(model, { lie: 0, rounds: 100 });
    expect(model.areHintsRefuted).toBe(false);
  });
});

describe('hints that are right', () => {
  it('are kept, and make the model surer', () => {
    const hinted = told({ lie: 0, rounds: 500 });
    const pure = told({ lie: 0, rounds: 500, takesHints: false });
    expect(hinted.areHintsRefuted).toBe(false);
    expect(hinted.predict(PROBE).uncertainty).toBeLessThan(pure.predict(PROBE).uncertainty);
  });
});

describe('the state of a reward model', () => {
  it.each([
    ['before any hint', 0, false],
    ['while hints are compared', 8, false],
    ['after hints were dropped', 60, true],
  ])('continues bit for bit %s', (_, rounds, isRefuted) => {
    const model = told({ lie: 3, rounds });
    expect(model.areHintsRefuted).toBe(isRefuted);
    const copy = told({ lie: 0, rounds: 3 });
    copy.importState(structuredClone(model.exportState()));
    expect(copy.exportState()).toEqual(model.exportState());
    for (const one of [model, copy]) tell(one, { lie: 3, rounds: 40 });
    expect(copy.exportState()).toEqual(model.exportState());
    expect(copy.predict(PROBE)).toEqual(model.predict(PROBE));
  });

  it('keeps no second model where there are no hints', () => {
    expect(told({ lie: 0, rounds: 9, takesHints: false }).exportState().withoutHints).toBe(null);
    expect(told({ lie: 0, rounds: 9 }).exportState().withoutHints).not.toBe(null);
    expect(told({ lie: 3, rounds: 60 }).exportState().withoutHints).toBe(null);
  });
});

describe('an intercept', () => {
  const CENTRED = { ...OPTIONS, dimension: 1, rewardOffset: 0 };

  /** Rewards are 7 + 2x, with x around 0: no weight of x can tell the 7. */
  function learnt(hasIntercept: boolean): RewardModel {
    const model = new RewardModel({ ...CENTRED, hasIntercept });
    const random = seededRandom(9);
    for (let round = 0; round < 400; round++) {
      const x = 2 * random() - 1;
      model.learn({ features: [x], reward: 7 + 2 * x, weight: 1 }, PRIOR);
    }
    return model;
  }

  it('learns a constant that the features cannot express', () => {
    expect(learnt(true).predict([0.5]).prediction).toBeCloseTo(8, 0);
    expect(learnt(true).predict([0]).prediction).toBeCloseTo(7, 0);
    expect(learnt(false).predict([0]).prediction).toBe(0);
  });

  it('leaves the declared features alone, and shows the model one coordinate more', () => {
    const model = new RewardModel({ ...OPTIONS, hasIntercept: true });
    const declared = [1, 2, 3, 4, 5, 6];
    model.expectedFeatures.set(declared);
    model.showActions(2);
    expect([...model.expectedFeatures]).toEqual(declared);
    expect([...model.featuresOf(1)]).toEqual([4, 5, 6]);
    expect(model.model.dimension).toBe(4);
    expect([...model.model.kernel.features]).toEqual([1, 2, 3, 0.3, 4, 5, 6, 0.3]);
  });

  it('scores actions as it predicts them', () => {
    const model = learnt(true);
    model.expectedFeatures.set([0.5, -0.25]);
    model.showActions(2);
    model.model.kernel.scoreActions(2, 0);
    expect(model.model.kernel.predictions[1]).toBeCloseTo(model.predict([-0.25]).prediction, 12);
  });

  it('is not there where it was not asked for: features are the model’s own', () => {
    const model = new RewardModel(OPTIONS);
    expect(model.expectedFeatures).toBe(model.model.kernel.features);
    expect(model.model.dimension).toBe(3);
  });
});
