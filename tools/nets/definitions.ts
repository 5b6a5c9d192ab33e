/**
 * Definitions made by chance: of every option some are given and some are not, and every one names its
 * `execution`, whose default is about to change.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import type { Chance } from './chance.ts';

export const ACTIONS = ['b', 'c', 'x', 'y'] as const;

type Fields = Record<string, unknown>;

/** Returns one definition, which may or may not be accepted. */
export function anyDefinition(chance: Chance): Fields {
  const { pick, happens } = chance;
  const low = pick([0, 0, -1, 2, 50]);
  const width = pick([1, 4, 20]);
  const at = (share: number) => low + share * width;
  const isDivided = happens(0.25);
  const some = (probability: number, fields: Fields): Fields =>
    happens(probability) ? fields : {};
  const promise = isDivided ? 'realised' : pick(['expected', 'expected', 'expected', 'observed']);
  return {
    actions: happens(0.2)
      ? ACTIONS.map((name, index) => ({
          name,
          attributes: { height: index, sweet: (index * 7) % 3 },
        }))
      : ACTIONS,
    baseline: { action: 'b', ...baselineFields(chance, { at, isDivided }) },
    context: happens(0.8)
      ? { z: { min: -1, max: 1 } }
      : { z: { min: -1, max: 1 }, kind: { categories: ['old', 'new'] } },
    reward: {
      min: low,
      max: at(1),
      ...some(0.2, { noiseScale: 0.05 * width }),
      ...some(0.3, { deviationScale: 0.1 * width }),
      ...some(promise === 'expected' ? 0.2 : 0, { floors: { x: at(0.2) } }),
      ...some(0.3, { unit: 't' }),
    },
    ...(low < 0 || happens(0.2)
      ? { allowedLossPerRound: pick([0.02, 0.1]) * width }
      : { allowedShortfall: pick([0.05, 0.1, 0.3, 0.5]) }),
    ...some(0.4, { reserve: pick([1, 5]) * width }),
    ...some(0.15, { window: pick([5, 20]) }),
    ...some(isDivided ? 0 : 0.2, { period: pick([40, 'named']) }),
    ...some(0.2, { budgetMax: pick([0.5, 8]) * width }),
    ...some(0.4, { failureProbability: pick([0.1, 0.05]) }),
    promise,
    ...(isDivided || happens(0.25) ? { size: { typical: pick([1, 12]), unit: 'ha' } } : {}),
    ...(isDivided ? { split: splitFields(chance, width) } : {}),
    ...some(0.4, { proposer: { kind: pick(['optimistic', 'thompson', 'greedy']), boldness: 1 } }),
    ...some(0.15, { exploration: { share: 0.1 } }),
    ...some(0.2, { ridgePenalty: 3 }),
    ...some(0.2, { memory: { halfLife: 30, unit: pick(['rewards', 'groups']) } }),
    ...some(0.1, { rewardWithin: { days: 30 } }),
    ...some(0.1, { words: { action: 'hybrid', subject: 'field' } }),
    execution: pick(['assume', 'confirm']),
    seed: Math.floor(chance.next() * 1e9),
  };
}

interface BaselineInput {
  readonly at: (share: number) => number;
  readonly isDivided: boolean;
}

function baselineFields({ pick }: Chance, { at, isDivided }: BaselineInput): Fields {
  if (isDivided) return {};
  return pick<Fields>([
    { reward: at(0.7) },
    { reward: at(0.4) },
    { reward: { min: at(0.6), max: at(0.8) } },
    { reward: 'per-call' },
    { coin: 'policy' },
    { coin: 'played' },
    {},
    { log: { rewards: [0.5, 0.7, 0.6, 0.8, 0.6, 0.7].map(at), link: 'same-mean' } },
  ]);
}

function splitFields({ pick, happens }: Chance, width: number): Fields {
  return {
    strips: pick([10, 20]),
    check: pick([0.1, 0.2]),
    ...(happens(0.6) ? { drop: 0.3 * width } : {}),
    ...(happens(0.3) ? { ratio: 0.5 } : {}),
    ...(happens(0.4) ? { plotNoise: { scale: 0.1 * width, isIndependent: happens(0.5) } } : {}),
  };
}

/** Returns the next definition that is accepted. */
export function acceptedDefinition(chance: Chance): PolicyDefinition {
  for (;;) {
    const fields = anyDefinition(chance);
    try {
      createPolicy(fields as unknown as PolicyDefinition);
      return fields as unknown as PolicyDefinition;
    } catch {
      // What does not fit together is no life.
    }
  }
}

/** Returns a definition with one fault put in, or none. */
export function brokenDefinition(chance: Chance): Fields {
  const fields = anyDefinition(chance);
  const { pick, happens } = chance;
  if (happens(0.2)) return fields;
  const path = pick(Object.keys(fields));
  const inner = fields[path];
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  if (isObject && happens(0.7)) {
    const key = pick(Object.keys(inner));
    return { ...fields, [path]: faulty(chance, inner as Fields, key) };
  }
  return faulty(chance, fields, path);
}

const WRONG_VALUES = [-1, 0, 1.5, 1e300, Number.NaN, 'seven', '', null, true, [], {}, -0, 1e-320];

function faulty({ pick, happens }: Chance, fields: Fields, key: string): Fields {
  if (happens(0.15)) return { ...fields, [`${key}s`]: fields[key] };
  if (happens(0.15)) {
    const { [key]: _left, ...rest } = fields;
    return rest;
  }
  return { ...fields, [key]: pick(WRONG_VALUES) };
}
