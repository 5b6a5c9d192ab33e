/**
 * Reads JSON bodies and refuses what is valid JSON and yet a trap: numbers too large for a number,
 * names that reach into prototypes, nesting that nobody needs, objects with more names than anything here has
 * (each that does not fit would be explained, which takes long), and text that a database cannot keep
 * as it is (the character U+0000, halves of surrogate pairs).
 *
 * Twelve levels are enough for a mixture of mixtures inside an inline definition. If a name occurs
 * twice in an object, the last one counts, as everywhere in JavaScript.
 */
import { ServiceProblem } from '../problems/problem.ts';

export const DEPTH_MAX = 12;
export const NAMES_MAX = 2000;

/** Made once: making one takes longer than reading a body with it. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the value of a body; undefined if the body is empty. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  inspect(value, 1);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch {
    throw new ServiceProblem({
      code: 'HR_INVALID_JSON',
      detail: 'The body must be JSON in UTF-8, and it is not. Check quotes, commas and brackets.',
    });
  }
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw tooLarge();
  if (typeof value === 'string') requireKeepable(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) throw tooDeep();
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1);
    return;
  }
  const names = Object.keys(value);
  if (names.length > NAMES_MAX) throw tooManyNames(names.length);
  for (const name of names) {
    if (FORBIDDEN_NAMES.has(name)) throw forbiddenName(name);
    requireKeepable(name);
    inspect((value as Record<string, unknown>)[name], depth + 1);
  }
}

function requireKeepable(text: string): void {
  if (!text.includes('\u0000') && text.isWellFormed()) return;
  throw new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail:
      'Text must hold whole characters other than U+0000, and one in the body does not. Leave such characters out.',
  });
}

function tooLarge(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: 'Numbers must be finite, and one in the body is too large to be. Send a smaller one.',
  });
}

function tooDeep(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `A body may be nested ${DEPTH_MAX} levels deep, and this one is deeper.`,
  });
}

function tooManyNames(count: number): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `An object may have ${NAMES_MAX} fields, and one in the body has ${count}. Leave out what the policy does not know.`,
  });
}

function forbiddenName(name: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `No field may be called ${name}. Choose another name.`,
    field: name,
  });
}
