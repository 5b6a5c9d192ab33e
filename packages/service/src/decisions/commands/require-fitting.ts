/**
 * A subject must fit the policy when it is registered, so that a slip is told to whoever makes it and not
 * to whoever decides half a year later. How far a number may lie outside its range, the core judges.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { invalidInput } from '../../problems/refusals.ts';
import type { Subject } from '../../wire.ts';

export function requireFitting(subject: Subject, definition: PolicyDefinition): void {
  const actions = new Set(
    definition.actions.map((action) => (typeof action === 'string' ? action : action.name)),
  );
  const { name, baseline, allowed = [], context = {} } = subject;
  if (baseline !== undefined && !actions.has(baseline)) {
    throw unfit(name, 'baseline', `an action of the policy, but it is ${shown(baseline)}`);
  }
  const unknown = allowed.find((action) => !actions.has(action));
  if (unknown !== undefined) {
    throw unfit(name, 'allowed', `a list of actions of the policy, but it has ${shown(unknown)}`);
  }
  for (const [variable, value] of Object.entries(context)) {
    requireValue(name, definition, { variable, value });
  }
}

interface Given {
  readonly variable: string;
  readonly value: number | string;
}

function requireValue(name: string, { context }: PolicyDefinition, { variable, value }: Given) {
  const known = Object.hasOwn(context, variable) ? context[variable] : undefined;
  if (known === undefined) {
    throw unfit(name, 'context', `about variables of the policy, but it has ${shown(variable)}`);
  }
  const field = `context.${variable}`;
  if ('categories' in known) {
    if (typeof value === 'string' && known.categories.includes(value)) return;
    throw unfit(name, field, `one of its categories, but it is ${shown(value)}`);
  }
  if (typeof value !== 'number') throw unfit(name, field, `a number, but it is ${shown(value)}`);
}

function unfit(name: string, field: string, rule: string) {
  return invalidInput(
    `${field} of the subject ${shown(name)} must be ${rule}. Change the subject, or the definition of the policy first.`,
    field,
  );
}

function shown(value: string | number): string {
  return JSON.stringify(value).slice(0, 100);
}
