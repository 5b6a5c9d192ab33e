// A world of one's own: coins that pay 1 or 0, without a context; the first is the baseline.
import { type OwnEnvironment, UNIT_REWARDS, type World } from '@hedgerow/lab';

export default ({ chances }: { chances: number[] }): OwnEnvironment => ({
  declarations: { ...UNIT_REWARDS, weightNormBound: Math.hypot(...chances), featureNormBound: 1 },
  baselineReward: () => chances[0]!,
  draw(random) {
    const size = chances.length;
    let luck = 0;
    const world: World = {
      dimension: size,
      actionCount: size,
      expectedRewards: Float64Array.from(chances),
      baselineAction: 0,
      baselineExpectedReward: chances[0]!,
      nextRound(expectedFeatures) {
        luck = random.uniform();
        expectedFeatures.fill(0);
        for (let arm = 0; arm < size; arm++) expectedFeatures[arm * size + arm] = 1;
      },
      reward: (action) => Number(luck < chances[action]!),
      realisedReward: (action) => chances[action]!,
      features: (action, into) => void into.fill(0).fill(1, action, action + 1),
    };
    return { world, trueWeights: Float64Array.from(chances) };
  },
});
