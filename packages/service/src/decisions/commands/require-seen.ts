/**
 * The context as it turned out, told with the outcomes of a divided decision. The core does not see it (differences beside each
 * other are learnt from the forecast), so it is looked at here: variables of the definition, known exactly; some may be missing.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { invalidInput } from '../../problems/refusals.ts';
import type { WireContext, WireContextValue } from '../../wire.ts';

export function requireSeen({ context: known }: PolicyDefinition, seen: WireContext = {}): void {
  for (const [name, value] of Object.entries(seen)) {
    const variable = Object.hasOwn(known, name) ? known[name] : undefined;
    if (variable === undefined) throw wrongContext(name, 'a variable of the policy', value);
    const isFitting =
      'categories' in variable
        ? variable.categories.some((category) => category === value)
        : isExact(value);
    if (!isFitting) throw wrongContext(name, 'what was seen: a number, or a category', value);
  }
}

function isExact(value: WireContextValue): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'object' && value.kind === 'exact' && typeof value.value === 'number';
}

function wrongContext(name: string, wanted: string, value: WireContextValue) {
  return invalidInput(
    `context.${name} must be ${wanted}, but it is ${JSON.stringify(value)}.`,
    `context.${name}`,
  );
}
