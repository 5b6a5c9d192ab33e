/**
 * What is known of the situation: context distributions and their descriptions as plain data.
 */
export { categories } from './categories.ts';
export type {
  CategoriesDescription,
  ContextDescription,
  EnsembleDescription,
  ExactDescription,
  IndependentDescription,
  MixtureDescription,
  MultivariateNormalDescription,
  NormalDescription,
  QuantilesDescription,
  StandardisedDescription,
  UniformBoxDescription,
  UniformDescription,
} from './context-description.ts';
export type { ComplexNumber, ContextAtom, ContextDistribution } from './context-distribution.ts';
export { CONTEXT_KINDS, contextFromDescription } from './context-from-description.ts';
export { ensemble } from './ensemble.ts';
export { exact } from './exact.ts';
export { hasSpread } from './has-spread.ts';
export { independent } from './independent.ts';
export { type MixtureComponent, mixture } from './mixture.ts';
export { type MultivariateNormalInput, multivariateNormal } from './multivariate-normal.ts';
export { normal } from './normal.ts';
export type { Standardisation } from './parts/standardisation.ts';
export { type QuantilesInput, quantiles } from './quantiles.ts';
export { type StandardisedInput, standardised } from './standardised.ts';
export { uniform } from './uniform.ts';
export { type UniformBoxInput, uniformBox } from './uniform-box.ts';
