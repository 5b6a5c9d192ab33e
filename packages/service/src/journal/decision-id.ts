/**
 * The name of a decision: policy, generation and sequence, joined by points, as in `maize.1.17`.
 *
 * A policy's name has no point in it, so the parts can be told apart again. Only the one spelling
 * counts: `maize.01.17` names nothing.
 */
export interface DecisionName {
  readonly policy: string;
  readonly generation: number;
  /** Counted from 1 in each generation. */
  readonly sequence: number;
}

const FORM = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.([1-9][0-9]{0,14})\.([1-9][0-9]{0,14})$/;

export function decisionId({ policy, generation, sequence }: DecisionName): string {
  return `${policy}.${generation}.${sequence}`;
}

/** Returns the parts of a decision's id, or null if the text is no such id. */
export function parseDecisionId(id: string): DecisionName | null {
  const parts = FORM.exec(id);
  if (parts === null) return null;
  return { policy: parts[1]!, generation: Number(parts[2]), sequence: Number(parts[3]) };
}
