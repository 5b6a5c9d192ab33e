/**
 * Reproducing the maize half of the paper.
 */
export {
  MAIZE_FULL_SIZE,
  MAIZE_QUICK_SIZE,
  type MaizeSize,
  maizeExperiment,
} from './maize-experiment.ts';
export {
  type MaizeReproduction,
  type ReproduceMaizeOptions,
  reproduceMaize,
} from './reproduce-maize.ts';
