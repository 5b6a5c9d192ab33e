/**
 * Many decisions that do not know of each other as one command: each is made or refused by itself, and all that were made are
 * stored together.
 */
import { type ProblemText, ServiceProblem } from '../../problems/problem.ts';
import type { Command } from './command.ts';
import { type DecideAnswer, type DecideInput, decideCommand } from './decide-command.ts';
import { requireTellable } from './told-actions.ts';

/** Why one was not made, as plain data. */
export interface RefusedDecision {
  readonly kind: 'refused';
  readonly problem: ProblemText;
}

/** So many receipts are told in one answer with these; none where they are told in brief. */
export function decideManyCommand(
  inputs: readonly DecideInput[],
  toldCount: number,
): Command<readonly (DecideAnswer | RefusedDecision)[]> {
  const commands = inputs.map(decideCommand);
  return {
    isWriting: true,
    size: commands.length,
    prepare(state) {
      const awaited = commands.flatMap((command) => command.prepare?.(state) ?? []);
      return awaited.length === 0 ? undefined : Promise.all(awaited).then(() => {});
    },
    run: (accountant) =>
      commands.map((command) =>
        attempt(() => {
          requireTellable(accountant.state, toldCount, REMEDY);
          return command.run(accountant);
        }),
      ),
    settled() {
      for (const command of commands) command.settled?.();
    },
  };
}

const REMEDY =
  'Ask for fewer at a time, or send the header "Prefer: return=minimal" and look receipts up by their ids.';

function attempt(act: () => DecideAnswer): DecideAnswer | RefusedDecision {
  try {
    return act();
  } catch (error) {
    if (error instanceof ServiceProblem) return { kind: 'refused', problem: error.text };
    throw error;
  }
}
