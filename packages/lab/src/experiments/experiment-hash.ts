/**
 * The name of an experiment by its contents: two experiments share a hash only if they are the same.
 *
 *     hash = SHA-256 of the checked experiment, defaults filled in, as JSON with sorted keys
 */
import { createHash } from 'node:crypto';
import type { Experiment } from './experiment.ts';

/** Returns the hash as 64 hexadecimal digits. */
export function experimentHash(experiment: Experiment): string {
  return createHash('sha256').update(canonicalJson(experiment)).digest('hex');
}

/** Writes plain data as JSON that does not depend on the order of fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? sorted(inner) : inner,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
