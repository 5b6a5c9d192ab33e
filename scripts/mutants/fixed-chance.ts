/**
 * Properties try the same examples whenever a mutant is tried, so that a mutant that died stays dead: a
 * run must not fail because of the examples that chance brought. The number comes from run-mutants.ts.
 */
import fc from 'fast-check';

const seed = Number(process.env.HEDGEROW_MUTANT_SEED ?? 1);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
