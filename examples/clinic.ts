/*
 * A clinic chooses one of three reminders for its patients; the reward is 1 if the patient comes, 0
 * if not. How often patients come with the usual letter is not known exactly, so it is not declared:
 * now and then a coin gives a round to the letter although another reminder was allowed, and this
 * measures it. The promise is about the reminders really sent (coin: 'played').
 */
import { createPolicy, normal } from '@hedgerow/core';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const clinic = createPolicy({
  actions: ['letter', 'call', 'message'],
  baseline: { action: 'letter', coin: 'played' },
  context: { age: { min: 18, max: 98 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.3,
  // Yes or no says little at a time: give every reminder more than one chance.
  proposer: { kind: 'optimistic', boldness: 2 },
  seed: 5,
});

const generator = xoroshiro128plus(3);
const random = () => uniformFloat64(generator);
const chanceToCome: Record<string, (age: number) => number> = {
  letter: () => 0.5,
  call: (age) => 0.45 + 0.005 * (age - 18),
  message: (age) => 0.9 - 0.005 * (age - 18),
};
const reasons: Record<string, number> = {};
let came = 0;

for (let patient = 1; patient <= 2000; patient++) {
  const age = 20 + 70 * random();
  // The register knows the year of birth only roughly.
  const receipt = clinic.decide({ age: normal(age, 1.5) });
  const reward = random() < chanceToCome[receipt.action]!(age) ? 1 : 0;
  clinic.observe(receipt.id, reward);
  came += reward;
  reasons[receipt.reason] = (reasons[receipt.reason] ?? 0) + 1;
  if (patient === 1) console.log(receipt.promise.text);
}
console.log(reasons);
console.log(`${came} of 2000 came; by the letter alone about 1000 would have`);
for (const age of [25, 85]) console.log(`at ${age}: ${clinic.decide({ age }).proposal}`);

// prints:
// At every moment the expected total of the actions played is at least 70 % of what the baseline would earn, with probability 0.99.
// {
//   'proposal-is-baseline': 97,
//   'not-certified': 58,
//   'proposal-is-safe': 1807,
//   'held-out': 38
// }
// 1397 of 2000 came; by the letter alone about 1000 would have
// at 25: message
// at 85: call
