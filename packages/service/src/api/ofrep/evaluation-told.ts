/**
 * What is told of an evaluation to those who watch: the answer, or the refusal, without who asked.
 */
import type { Evaluation } from '../../instruments/evaluation-events.ts';
import type { ServiceProblem } from '../../problems/problem.ts';
import type { FlagAnswer } from './flag-answer.ts';
import { flagProblem } from './flag-problem.ts';

export function evaluationOf({ key, variant, reason, metadata }: FlagAnswer): Evaluation {
  return {
    flag: key,
    reason: reason.toLowerCase() as Evaluation['reason'],
    ...(variant !== undefined && { variant }),
    decision: metadata.decisionId as string,
  };
}

export function refusedEvaluation(problem: ServiceProblem, flag: string): Evaluation {
  const { errorCode } = flagProblem(problem, flag);
  return { flag, reason: 'error', errorType: errorCode.toLowerCase() };
}
