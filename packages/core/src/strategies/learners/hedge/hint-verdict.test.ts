import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../../base/random-source.ts';
import { seededRandom } from '../../../base/testing/seeded-random.ts';
import { type ForeseenReward, HINT_ERROR_RATE, HintVerdict } from './hint-verdict.ts';

const RUN_COUNT = 3000;
const ROUND_COUNT = 200;

/** A reward whose true mean is so many `s` away from the prediction with hints. */
function foreseen(random: () => number, bias: number): ForeseenReward {
  const noiseVariance = 0.2 + 4 * random();
  const uncertainty = 2 * random();
  const scale = Math.sqrt(2 * noiseVariance * (1 + uncertainty * uncertainty));
  return {
    residual: scale * (bias + standardNormal(random)),
    disagreement: scale * (bias === 0 ? 3 * (random() - 0.5) : bias),
    uncertainty,
    noiseVariance,
  };
}

describe('the verdict on hints', () => {
  it(`refutes hints that are right in at most ${HINT_ERROR_RATE} of all runs, with noise at its limit`, () => {
    const random = seededRandom(71);
    let refuted = 0;
    for (let run = 0; run < RUN_COUNT; run++) {
      const verdict = new HintVerdict();
      for (let t = 0; t < ROUND_COUNT && !verdict.isRefuted; t++) verdict.add(foreseen(random, 0));
      if (verdict.isRefuted) refuted += 1;
    }
    // 3 expected at most; 12 or more come with probability below 1e-4 if the rate is kept.
    expect(refuted).toBeLessThan(12);
  });

  it.each([0, 1000])('finds a lie of half a deviation that begins after %d rounds', (before) => {
    const random = seededRandom(72);
    for (let run = 0; run < 50; run++) {
      const verdict = new HintVerdict();
      for (let t = 0; t < before; t++) verdict.add(foreseen(random, 0));
      let rounds = 0;
      for (; rounds < 400 && !verdict.isRefuted; rounds++) verdict.add(foreseen(random, 0.5));
      // The drift of the evidence is 1/8 a round: 6.9 + 2 ln(1000) need 166 rounds on average.
      expect(rounds).toBeLessThan(400);
    }
  });

  it('is the sum over all beginnings of stake times product of ratios', () => {
    const random = seededRandom(73);
    const verdict = new HintVerdict();
    const logRatios: number[] = [];
    for (let t = 0; t < 30; t++) {
      const reward = foreseen(random, 0);
      verdict.add(reward);
      const scale = Math.sqrt(2 * reward.noiseVariance * (1 + reward.uncertainty ** 2));
      const lean = Math.min(1, Math.max(-1, reward.disagreement / scale));
      logRatios.push((lean * reward.residual) / scale - lean ** 2 / 2);
    }
    const sumFrom = (k: number) => logRatios.slice(k).reduce((sum, value) => sum + value, 0);
    const evidence = logRatios.reduce(
      (sum, _, k) => sum + Math.exp(sumFrom(k)) / ((k + 1) * (k + 2)),
      0,
    );
    expect(verdict.exportState()[0]).toBeCloseTo(evidence, 12);
    expect(verdict.exportState()[1]).toBe(30);
  });

  it('says nothing where both models agree, or where there is no noise to measure by', () => {
    const verdict = new HintVerdict();
    const reward = { residual: 50, disagreement: 0, uncertainty: 0, noiseVariance: 1 };
    for (let t = 0; t < 100; t++) verdict.add(reward);
    for (let t = 0; t < 100; t++) verdict.add({ ...reward, disagreement: 9, noiseVariance: 0 });
    expect(verdict.exportState()[0]).toBeCloseTo(1 - 1 / 201, 12);
  });

  it('is not moved far by a single reward, however far off', () => {
    const verdict = new HintVerdict();
    verdict.add({ residual: 6, disagreement: 100, uncertainty: 0, noiseVariance: 1 });
    expect(verdict.isRefuted).toBe(false);
  });
});
