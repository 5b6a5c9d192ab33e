/**
 * Turns plain data back into a context distribution, trusting nothing.
 *
 * The shape is checked here (an object, a known kind, no unknown fields); the values are checked by
 * the factory of that kind, so that data from a file and calls from code meet the same rules.
 */
import { requireList } from '../base/number-lists.ts';
import { readKind, readRecord, requireKnownFields } from '../base/plain-data.ts';
import { categories } from './categories.ts';
import type { ContextDescription } from './context-description.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { ensemble } from './ensemble.ts';
import { exact } from './exact.ts';
import { independent } from './independent.ts';
import { mixture } from './mixture.ts';
import { multivariateNormal } from './multivariate-normal.ts';
import { normal } from './normal.ts';
import { quantiles } from './quantiles.ts';
import { standardised } from './standardised.ts';
import { uniform } from './uniform.ts';
import { uniformBox } from './uniform-box.ts';

type Kind = ContextDescription['kind'];
type DescriptionOf<OneKind extends Kind> = Extract<ContextDescription, { kind: OneKind }>;

interface Reader<OneKind extends Kind> {
  /** The fields beside `kind`; null where the factory itself judges their names. */
  readonly fields: readonly string[] | null;
  build(description: DescriptionOf<OneKind>): ContextDistribution;
}

const READERS: { readonly [OneKind in Kind]: Reader<OneKind> } = {
  exact: { fields: ['value'], build: ({ value }) => exact(value) },
  normal: { fields: ['mean', 'sd'], build: ({ mean, sd }) => normal(mean, sd) },
  'multivariate-normal': {
    fields: ['mean', 'covariance', 'variances'],
    build: (description) => multivariateNormal(description),
  },
  uniform: { fields: ['min', 'max'], build: ({ min, max }) => uniform(min, max) },
  'uniform-box': { fields: ['min', 'max'], build: (description) => uniformBox(description) },
  ensemble: {
    fields: ['points', 'weights'],
    build: ({ points, weights }) => ensemble(points, weights),
  },
  quantiles: { fields: null, build: ({ kind: _kind, ...input }) => quantiles(input) },
  categories: {
    fields: ['probabilities'],
    build: ({ probabilities }) => categories(probabilities),
  },
  mixture: { fields: ['components'], build: ({ components }) => mixture(readAll(components)) },
  independent: {
    fields: ['blocks'],
    build: ({ blocks }) => {
      requireList('blocks', blocks);
      return independent(blocks.map(contextFromDescription));
    },
  },
  standardised: {
    fields: ['centre', 'scale', 'distribution'],
    build: ({ centre, scale, distribution }) =>
      standardised({ centre, scale, distribution: contextFromDescription(distribution) }),
  },
};

/** All kinds of context distributions. */
export const CONTEXT_KINDS: readonly Kind[] = Object.keys(READERS) as Kind[];

/** Returns the distribution that plain data describes; refuses unknown kinds and wrong shapes. */
export function contextFromDescription(description: unknown): ContextDistribution {
  const record = readRecord('A context description', description);
  const kind = readKind('a context description', record, CONTEXT_KINDS);
  const { fields, build } = READERS[kind] as Reader<Kind>;
  if (fields !== null) {
    requireKnownFields(`A description of kind ${kind}`, record, (name) => fields.includes(name));
  }
  return build(record as unknown as ContextDescription);
}

function readAll(components: DescriptionOf<'mixture'>['components']) {
  requireList('components', components);
  return components.map((component, k) => {
    const name = `components[${k}]`;
    const record = readRecord(name, component);
    requireKnownFields(name, record, (field) => field === 'weight' || field === 'distribution');
    return {
      weight: component.weight,
      distribution: contextFromDescription(component.distribution),
    };
  });
}
