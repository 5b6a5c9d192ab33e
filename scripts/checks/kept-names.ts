/**
 * What stays although no other part of the product uses it, each with its reason.
 *
 * The lists are short on purpose. Before adding to them, ask whether the thing should rather go.
 */

const RETURNED =
  'the type of what createPolicy takes or returns, which callers name when they export it';
const GUIDE = 'one of a family that docs/guides/researchers.md offers to choose from';

/** Names at the doors of packages. */
export const KEPT_NAMES: Readonly<Record<string, string>> = {
  ERROR_CODES: 'callers tell errors apart by their codes, docs/reference/errors.md',
  NamedDefinition: RETURNED,
  NamedOptions: RETURNED,
  NamedPolicy: RETURNED,
  NamedReceipt: RETURNED,
  absolutePromise: 'the other form of the promise, docs/concepts/choosing-parameters.md',
  affineLift: GUIDE,
  drawFourierWaves: 'draws the waves that randomFourierMap takes',
  greedyProposer: GUIDE,
  hadamardMap: GUIDE,
  identityLift: GUIDE,
  latentOuterMap: GUIDE,
  linearLift: GUIDE,
  linearUcb: 'one of the four algorithms that docs/concepts/the-paper.md lists',
  HedgeReason: 'why hedge plays what it plays: stable names that callers store',
  mappedStrategy: 'joins a learner of the caller to a feature map, docs/guides/researchers.md',
  observedBook: GUIDE,
  optimisticProposer: GUIDE,
  polynomialMap: GUIDE,
  randomFourierLift: GUIDE,
  randomFourierMap: GUIDE,
  squaresAndLinearLift: GUIDE,
  standardised: 'a context that descriptions can name, docs/guides/forecasts.md',
  standardisedMap: GUIDE,
  thompsonProposer: GUIDE,
};

/** Files that only tests use. */
export const KEPT_FILES: Readonly<Record<string, string>> = {
  'packages/lab/src/bounds/clipped-uncertainty-sum.ts': 'evidence of erratum 16',
  'packages/lab/src/bounds/realised-context-gate.ts': 'evidence of erratum 5',
  'packages/lab/src/bounds/theorem-two.ts': 'evidence of erratum 13',
};
