/**
 * Says in one sentence where input does not fit its schema.
 *
 * Input that may be one of several things fails in several ways at once. Shown is the way that got
 * furthest into the input: for `{ kind: 'normal', mean: 'x' }` the fault is in `mean`, not that the
 * value is no number.
 */
import type { z } from 'zod';
import { ServiceProblem } from '../../problems/problem.ts';

type Issue = z.core.$ZodIssue;

export interface SchemaFault {
  readonly field: string;
  readonly sentence: string;
}

const LONGEST_FIELD = 200;

/** Returns the problem for input that does not fit. */
export function invalidInput(issues: readonly Issue[]): ServiceProblem {
  const { field, sentence } = schemaFault(issues);
  const detail = `${field === '' ? 'The input' : field} does not fit: ${sentence}. GET /openapi.json tells what is expected.`;
  return new ServiceProblem({ code: 'HR_INVALID_INPUT', detail, ...(field && { field }) });
}

/** Returns where the first fault is and what it is. */
export function schemaFault(issues: readonly Issue[]): SchemaFault {
  const [path, issue] = furthest(issues[0]!, []);
  return { field: fieldName(path).slice(0, LONGEST_FIELD), sentence: sentenceOf(issue) };
}

type Located = readonly [path: readonly PropertyKey[], issue: Issue];

function furthest(issue: Issue, before: readonly PropertyKey[]): Located {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [path, issue];
  const branches = issue.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => furthest(branch[0]!, path));
  const depth = Math.max(...branches.map(([found]) => found.length));
  const deepest = branches.filter(([found]) => found.length === depth);
  return deepest.length === 1 ? deepest[0]! : [path, issue];
}

/** `context.rain.points[3]`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? String(step) : `${name}.${String(step)}`;
  }, '');
}

function sentenceOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return expectations(issue.errors);
  const text = issue.message.replace(/^Invalid (input|option): /, '').replace(/\.$/, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function unknownFields(keys: readonly string[]): string {
  const shown = keys.slice(0, 3).map((key) => JSON.stringify(key.slice(0, 60)));
  return `unknown field ${shown.join(', ')}`;
}

function expectations(branches: readonly (readonly Issue[])[]): string {
  const all = branches.flatMap((branch) => branch.slice(0, 1).map(sentenceOf));
  return [...new Set(all)].join(', or ');
}
