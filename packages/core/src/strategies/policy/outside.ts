/**
 * Which variables lie outside of what the data of a prior have seen, and how far: there a model can
 * only go on as before, and nobody knows whether the world does.
 */
import type { VariableDefinition } from './policy-definition.ts';
import type { OutsideVariable } from './receipt.ts';

export interface Outside {
  readonly outside: readonly OutsideVariable[];
  /** Distance in steps, over all variables together. */
  readonly far: number;
}

/** Looks at the means of a context, in the order of its variables. */
export function outsideOf(
  definitions: Readonly<Record<string, VariableDefinition>>,
  means: ArrayLike<number>,
): Outside {
  const outside: OutsideVariable[] = [];
  let squared = 0;
  let at = 0;
  for (const [variable, definition] of Object.entries(definitions)) {
    const value = means[at]!;
    at += 'categories' in definition ? definition.categories.length : 1;
    if ('categories' in definition || definition.seen === undefined) continue;
    const { min, max, step } = definition.seen;
    const distance = Math.max(min - value, value - max, 0);
    if (distance === 0) continue;
    outside.push({ variable, value, min, max });
    squared += (distance / step) ** 2;
  }
  return { outside, far: Math.sqrt(squared) };
}
