/**
 * A request to one policy, as its writer runs it: at once, or in steps where it may take long.
 */

import type { Steps } from '../../instruments/steps.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';

export type AnyCommand<Answer> = Command<Answer> | LongCommand<Answer>;

interface Asked {
  /** Whether it may write; looking needs no turn where nobody else writes. */
  readonly isWriting: boolean;
  /** For how many requests it counts; one if absent. */
  readonly size?: number;
  /** What it is a part of: where one part is let in, all that come after it are, however many. */
  readonly whole?: object;
  /** Whether it has a turn to itself, when all before it is on disk: it may erase something, or others have their turn amid it. */
  readonly isAlone?: true;
  /** Fetches what it needs from the journal; may be called again if the turn is lost. */
  prepare?(state: PolicyState): Promise<void> | undefined;
  /** Called once, when what it did is on disk or was refused. */
  settled?(): void;
}

export interface Command<Answer> extends Asked {
  /** Does its work at once. What it throws as a ServiceProblem is the answer. */
  run(accountant: Accountant): Answer;
}

export interface LongCommand<Answer> extends Asked {
  readonly isAlone: true;
  /** Does its work in steps; the policy is left alone between them. What it throws as a ServiceProblem is the answer. */
  runInSteps(accountant: Accountant): Steps<Answer>;
}
