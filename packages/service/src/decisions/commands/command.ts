/**
 * A request to one policy, as its writer runs it.
 */

import type { PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';

export interface Command<Answer> {
  /** Whether it may write; looking needs no turn where nobody else writes. */
  readonly isWriting: boolean;
  /** For how many requests it counts; one if absent. */
  readonly size?: number;
  /** Whether it may erase something: then it has a turn to itself, when all before it is on disk. */
  readonly isAlone?: true;
  /** Fetches what it needs from the journal; may be called again if the turn is lost. */
  prepare?(state: PolicyState): Promise<void> | undefined;
  /** Does its work at once. What it throws as a ServiceProblem is the answer. */
  run(accountant: Accountant): Answer;
  /** Called once, when what it did is on disk or was refused. */
  settled?(): void;
}
