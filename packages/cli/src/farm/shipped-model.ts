/**
 * The yield model that comes with hedgerow: 24 maize hybrids in 22 fields of North America, 2014 to 2017.
 */
import { createRequire } from 'node:module';

export const SHIPPED_MODEL_FILE: string = createRequire(import.meta.url).resolve(
  '@hedgerow/farm/models/maize-g2f.json',
);
