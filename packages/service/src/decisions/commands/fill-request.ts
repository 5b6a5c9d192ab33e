/**
 * A request that names a subject, with all that the register says of it. What the request says itself
 * wins, and contexts are joined variable by variable.
 *
 * Size, blocks and divisible are filled in only where the definition has sizes, or can divide: elsewhere
 * they are notes.
 */
import { invalidInput, unknownSubject } from '../../problems/refusals.ts';
import type { DecisionRequest, SituationRequest, Subject } from '../../wire.ts';
import { definitionOf, type PolicyState } from '../fold/policy-state.ts';
import { findSubject } from '../fold/subject-register.ts';
import { PLANNED_COUNT_MAX, plannedCount } from './planned-count.ts';
import { requireTellable } from './told-actions.ts';

type Asked = Omit<DecisionRequest, 'policy'>;

/** Returns the request as it is decided about and stored; a caller of one site finds only its own. */
export function fillRequest(state: PolicyState, request: Asked, site?: string): Asked {
  const subject = subjectOf(state, request.subject, { site, field: 'subject' });
  return subject === null ? request : filled(state, request, subject);
}

/** The same of situations that are planned together, blocks included. */
export function fillSituations(
  state: PolicyState,
  situations: readonly SituationRequest[],
  site?: string,
): readonly SituationRequest[] {
  const all = situations.map((situation, place) => {
    const field = `situations[${place}].subject`;
    const subject = subjectOf(state, situation.subject, { site, field });
    if (subject === null) return situation;
    const isDividing = definitionOf(state).split !== undefined;
    const blocks = situation.blocks ?? (isDividing ? subject.blocks : undefined);
    return { ...filled(state, situation, subject), ...(blocks === undefined ? {} : { blocks }) };
  });
  requireModest(all);
  requireTellable(state, plannedCount(all), 'Plan them in several groups.');
  return all;
}

interface Finding {
  readonly site: string | undefined;
  /** Where the name stands in the request. */
  readonly field: string;
}

function subjectOf(
  { subjects }: PolicyState,
  name: string | undefined,
  { site, field }: Finding,
): Subject | null {
  if (name === undefined) return null;
  const subject = findSubject(subjects, name, site);
  if (subject === undefined) throw unknownSubject(name, field);
  return subject;
}

function filled(state: PolicyState, request: Asked, subject: Subject): Asked {
  const definition = definitionOf(state);
  const size = definition.size === undefined ? undefined : subject.size;
  const divisible = definition.split === undefined ? undefined : subject.divisible;
  const { site, allowed, baseline: action, context } = subject;
  return {
    ...(size === undefined ? {} : { size }),
    ...(site === undefined ? {} : { site }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(divisible === undefined ? {} : { divisible }),
    ...request,
    context: { ...context, ...request.context },
    ...(action === undefined ? {} : { baseline: { action, ...request.baseline } }),
  };
}

function requireModest(situations: readonly SituationRequest[]): void {
  const count = plannedCount(situations);
  if (count <= PLANNED_COUNT_MAX) return;
  throw invalidInput(
    `At most ${PLANNED_COUNT_MAX} decisions can be planned together, but with the blocks of their subjects there are ${count}. Plan them in several groups.`,
    'situations',
  );
}
