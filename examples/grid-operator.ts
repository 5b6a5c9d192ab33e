/*
 * A grid operator chooses how a battery is driven, hour by hour. The reward is the profit of the
 * hour in euros, and it can be negative: a share of a loss means nothing. So the promise is absolute:
 * on average at most 3 € an hour less than today's schedule, and 60 € once for the first trials.
 *
 * The promise is about observed profits: it is plain accounting, and holds for certain.
 */
import { createPolicy, independent, normal } from '@hedgerow/core';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const battery = createPolicy({
  actions: ['schedule', 'follow-wind', 'follow-price'],
  baseline: { action: 'schedule', reward: { min: -2, max: 6 } },
  context: { wind: { min: 0, max: 30 }, price: { min: -50, max: 250 } },
  reward: { min: -40, max: 60, unit: '€' },
  allowedLossPerRound: 3,
  reserve: 60,
  promise: 'observed',
  seed: 1,
});

const generator = xoroshiro128plus(7);
const random = () => uniformFloat64(generator);
let profit = 0;
let learnerHours = 0;

for (let hour = 1; hour <= 500; hour++) {
  const [wind, price] = [5 + 15 * random(), 20 + 120 * random()];
  const forecast = independent([normal(wind, 2), normal(price, 15)]);
  const receipt = battery.decide(forecast);
  const profits: Record<string, number> = {
    schedule: 2 + 4 * (2 * random() - 1),
    'follow-wind': 1.2 * (wind - 12) + 8 * (2 * random() - 1),
    'follow-price': 0.15 * (price - 60) + 8 * (2 * random() - 1),
  };
  const reward = profits[receipt.action]!;
  battery.observe(receipt.id, reward);
  profit += reward;
  if (receipt.chosenBy === 'learner') learnerHours += 1;
  if (hour === 1) console.log(receipt.promise.text);
  if (hour % 100 === 0) {
    console.log(
      `hour ${hour}: profit ${profit.toFixed(0)} €, learner in ${learnerHours} hours, budget ${battery.margin().toFixed(0)} €`,
    );
  }
}

// prints:
// At every moment the observed total is at most 3 € a round and 60 € once below what the baseline would earn, for certain.
// hour 100: profit 408 €, learner in 89 hours, budget 210 €
// hour 200: profit 925 €, learner in 173 hours, budget 480 €
// hour 300: profit 1520 €, learner in 259 hours, budget 830 €
// hour 400: profit 2084 €, learner in 343 hours, budget 1157 €
// hour 500: profit 2689 €, learner in 426 hours, budget 1526 €
