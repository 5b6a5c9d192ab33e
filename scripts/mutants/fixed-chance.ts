/**
 * Properties try the same examples whenever a mutant is tried, so that a mutant that died stays dead: a
 * run must not fail because of the examples that chance brought.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_115 });
