/*
 * A farm sows one of four maize hybrids on each field. The weather is known as a forecast only, and
 * revealed with the harvest: it is passed along with the yield, so that the model learns from the
 * weather that really came. The local hybrid yields between 7.6 and 8.4 t/ha on average, whatever
 * the forecast; no field ever yields less than 4.
 */
import { createPolicy, normal, quantiles } from '@hedgerow/core';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const farm = createPolicy({
  actions: ['local', 'early', 'sturdy', 'thirsty'],
  baseline: { action: 'local', reward: { min: 7.6, max: 8.4 } },
  context: { temperature: { min: 12, max: 28 }, rain: { min: 0, max: 300 } },
  reward: { min: 4, max: 14, unit: 't/ha' },
  allowedShortfall: 0.1,
  seed: 1,
});

const yields: Record<string, (temperature: number, rain: number) => number> = {
  local: () => 8,
  early: (temperature) => 8.4 - 0.25 * (temperature - 20),
  sturdy: (_temperature, rain) => 8.8 - 0.006 * (rain - 120),
  thirsty: (_temperature, rain) => 9 + 0.01 * (rain - 120),
};
const generator = xoroshiro128plus(1);
const random = () => uniformFloat64(generator);
const draw = new Float64Array(1);

for (let season = 1; season <= 5; season++) {
  const sown: Record<string, number> = {};
  let harvest = 0;
  for (let field = 0; field < 40; field++) {
    const middle = 70 + 100 * random();
    const forecast = {
      temperature: normal(17 + 6 * random(), 1.5),
      rain: quantiles({ p10: middle - 40, p50: middle, p90: middle + 40, min: 0, max: 300 }),
    };
    const { id, action } = farm.decide(forecast);
    forecast.temperature.sample(random, draw);
    const temperature = draw[0]!;
    forecast.rain.sample(random, draw);
    const rain = draw[0]!;
    const reward = Math.min(Math.max(yields[action]!(temperature, rain) + random() - 0.5, 4), 14);
    farm.observe(id, reward, { context: { temperature, rain } });
    sown[action] = (sown[action] ?? 0) + 1;
    harvest += reward / 40;
  }
  console.log(`season ${season}: ${harvest.toFixed(2)} t/ha`, sown);
}

// prints:
// season 1: 8.51 t/ha { local: 20, early: 2, sturdy: 6, thirsty: 12 }
// season 2: 8.98 t/ha { sturdy: 13, thirsty: 26, early: 1 }
// season 3: 9.09 t/ha { sturdy: 13, thirsty: 27 }
// season 4: 9.00 t/ha { sturdy: 9, thirsty: 31 }
// season 5: 9.22 t/ha { thirsty: 26, sturdy: 14 }
