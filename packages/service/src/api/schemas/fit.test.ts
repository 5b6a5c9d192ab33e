/**
 * However much of a body does not fit, little of it is looked at after the first fault. What is counted are faults that are told of:
 * each takes some microseconds, so that a body of a megabyte took seconds.
 */
import { expect, it } from 'vitest';
import { schemaFault } from '../errors/schema-fault.ts';
import { fit } from './fit.ts';
import { batchRequest, definitionRequest, forgetRequest, groupRequest } from './request-schemas.ts';
import { subjectsRequest } from './subject-schemas.ts';

const times = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);
const named = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`v${place}`, value]));
const deciding = (value: unknown, count = 400) => ({
  decisions: times(count, { context: { rain: value } }),
});

const WRONG = {
  'no value at all': [batchRequest, deciding([]), 'decisions[0].context.rain'],
  'an empty name': [batchRequest, deciding(''), 'decisions[0].context.rain'],
  'a kind that nobody knows': [
    batchRequest,
    deciding({ kind: 'guess' }),
    'decisions[0].context.rain.kind',
  ],
  'empty members': [
    batchRequest,
    deciding({ kind: 'ensemble', points: times(5000, []) }, 5),
    'decisions[0].context.rain.points',
  ],
  'members that are words': [
    batchRequest,
    deciding({ kind: 'ensemble', points: times(5000, 'x') }, 5),
    'decisions[0].context.rain.points',
  ],
  'shares that are words, in many variables': [
    batchRequest,
    { decisions: [{ context: named(400, { kind: 'categories', probabilities: named(400, '') }) }] },
    'decisions[0].context.v0.probabilities.v0',
  ],
  'variables that have no value': [
    batchRequest,
    { decisions: [{ context: named(2000, []) }] },
    'decisions[0].context.v0',
  ],
  'actions that are numbers': [
    batchRequest,
    { decisions: times(400, { context: {}, allowed: times(1000, 1) }) },
    'decisions[0].allowed[0]',
  ],
  'situations of a plan': [
    groupRequest,
    { group: '2027', situations: times(1000, { context: { rain: true } }) },
    'situations[0].context.rain',
  ],
  'rows of a feature map': [
    definitionRequest,
    { definition: { features: { kind: 'table', rows: times(1000, []) } } },
    'definition',
  ],
  'ids that are none': [forgetRequest, { decisions: times(1000, 'x') }, 'decisions[0]'],
  'subjects without a name': [
    subjectsRequest,
    { subjects: times(400, { notes: named(20, []) }) },
    'subjects[0].name',
  ],
} as const;

it.each(Object.entries(WRONG))(
  'tells of little but the first of %s',
  (_, [schema, body, field]) => {
    const { error } = fit<unknown>(schema, body);
    const { issues } = error!;
    expect(schemaFault(issues).field.startsWith(field)).toBe(true);
    expect(told(issues)).toBeLessThan(30);
  },
);

it('takes what fits as it is, also where another kind of list would not', () => {
  const body = deciding({ kind: 'ensemble', points: times(50, [1, 2]) }, 2);
  expect(fit(batchRequest, body)).toEqual({ success: true, data: body });
  const shares = deciding({ kind: 'categories', probabilities: { clay: 0.25, sand: 0.75 } }, 2);
  expect(fit(batchRequest, shares)).toEqual({ success: true, data: shares });
});

it('refuses shares of categories whose names are none', () => {
  const body = deciding({ kind: 'categories', probabilities: { '': 1 } });
  expect(schemaFault(fit(batchRequest, body).error!.issues)).toEqual({
    field: 'decisions[0].context.rain.probabilities',
    sentence: 'expected array, received object, or expected names of 1 to 200 characters',
  });
});

type Issues = readonly { readonly code: string; readonly errors?: readonly Issues[] }[];

/** All that are told of, in every kind that the input might be. */
function told(issues: unknown): number {
  return (issues as Issues).reduce(
    (sum, { errors = [] }) => sum + 1 + errors.reduce((inner, branch) => inner + told(branch), 0),
    0,
  );
}
