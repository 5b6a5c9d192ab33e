/*
 * A web shop shows one of three offers to each visitor. Whether the visitor is new or a regular is
 * often not known, only how likely each is. The usual offer earns about 2 € a visit, between 1.9 and
 * 2.1 on average; a visit never loses money. At least 80 % of that must be kept, with probability 0.99.
 *
 * Regulars like the bundle, new visitors the gift. hedgerow has to find out.
 */
import { categories, createPolicy } from '@hedgerow/core';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const shop = createPolicy({
  actions: ['usual', 'bundle', 'gift'],
  baseline: { action: 'usual', reward: { min: 1.9, max: 2.1 } },
  context: { visitor: { categories: ['new', 'regular'] } },
  reward: { min: 0, max: 10, unit: '€' },
  allowedShortfall: 0.2,
  seed: 1,
});

// The world: what a visit earns on average. A visitor buys with some probability, for 10 € or less.
const means: Record<string, { new: number; regular: number }> = {
  usual: { new: 2, regular: 2 },
  bundle: { new: 1, regular: 5 },
  gift: { new: 4, regular: 1.5 },
};
const generator = xoroshiro128plus(2026);
const random = () => uniformFloat64(generator);

for (let week = 1; week <= 5; week++) {
  const played = { usual: 0, bundle: 0, gift: 0 };
  let earned = 0;
  for (let visit = 0; visit < 200; visit++) {
    const chanceOfRegular = random();
    const visitor = categories([1 - chanceOfRegular, chanceOfRegular]);
    const { id, action } = shop.decide({ visitor });
    const kind = random() < chanceOfRegular ? 'regular' : 'new';
    const reward = 2 * means[action]![kind] * random();
    shop.observe(id, reward);
    played[action as keyof typeof played] += 1;
    earned += reward;
  }
  const { usual, bundle, gift } = played;
  console.log(
    `week ${week}: usual ${usual}, bundle ${bundle}, gift ${gift}; earned ${earned.toFixed(0)} €`,
  );
}
console.log(`kept in reserve: ${shop.margin().toFixed(0)} €`);

// prints:
// week 1: usual 21, bundle 91, gift 88; earned 681 €
// week 2: usual 0, bundle 88, gift 112; earned 686 €
// week 3: usual 0, bundle 108, gift 92; earned 704 €
// week 4: usual 0, bundle 103, gift 97; earned 733 €
// week 5: usual 0, bundle 103, gift 97; earned 659 €
// kept in reserve: 1482 €
