/**
 * Loaded before an example (`node --import`): gives it the core that remembers.
 */
import { registerHooks } from 'node:module';

const RECORDING_CORE = new URL('./recording-core.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const isAsked = specifier === '@hedgerow/core' && /\/examples\//.test(context.parentURL ?? '');
    return isAsked ? next(RECORDING_CORE, context) : next(specifier, context);
  },
});
