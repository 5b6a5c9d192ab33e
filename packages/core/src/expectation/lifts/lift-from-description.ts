/**
 * Turns plain data back into a context lift, trusting nothing.
 */
import { readKind, readRecord, requireKnownFields } from '../../base/plain-data.ts';
import type { ContextLift, ContextLiftDescription } from '../context-lift.ts';
import { affineLift } from './affine-lift.ts';
import { degreeTwoLift } from './degree-two-lift.ts';
import { identityLift } from './identity-lift.ts';
import { linearLift } from './linear-lift.ts';
import { randomFourierLift } from './random-fourier-lift.ts';
import { squaresAndLinearLift } from './squares-and-linear-lift.ts';

type Kind = ContextLiftDescription['kind'];

interface Reader<OneKind extends Kind> {
  readonly fields: readonly string[];
  build(description: Extract<ContextLiftDescription, { kind: OneKind }>): ContextLift;
}

const READERS: { readonly [OneKind in Kind]: Reader<OneKind> } = {
  identity: {
    fields: ['contextDimension'],
    build: ({ contextDimension }) => identityLift(contextDimension),
  },
  affine: {
    fields: ['contextDimension'],
    build: ({ contextDimension }) => affineLift(contextDimension),
  },
  'degree-two': {
    fields: ['contextDimension'],
    build: ({ contextDimension }) => degreeTwoLift(contextDimension),
  },
  'squares-and-linear': {
    fields: ['contextDimension'],
    build: ({ contextDimension }) => squaresAndLinearLift(contextDimension),
  },
  linear: { fields: ['weights'], build: ({ weights }) => linearLift(weights) },
  'random-fourier': {
    fields: ['frequencies', 'phases'],
    build: (description) => randomFourierLift(description),
  },
};

/** All kinds of context lifts. */
export const LIFT_KINDS: readonly Kind[] = Object.keys(READERS) as Kind[];

/** Returns the lift that plain data describes; refuses unknown kinds and wrong shapes. */
export function liftFromDescription(description: unknown): ContextLift {
  const record = readRecord('A lift description', description);
  const kind = readKind('a lift description', record, LIFT_KINDS);
  const { fields, build } = READERS[kind] as Reader<Kind>;
  requireKnownFields(`A lift of kind ${kind}`, record, (name) => fields.includes(name));
  return build(record as unknown as ContextLiftDescription);
}
