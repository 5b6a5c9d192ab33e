/**
 * Changes of the register of subjects, as commands.
 *
 * Only what differs is written down. What stands already as it is wanted is answered as done, also under
 * an old revision: so a request that is repeated after a lost answer finds its work, and not a conflict.
 * Whoever is kept to a site replaces the subjects of that site, and no name can be taken from another.
 */
import {
  invalidInput,
  subjectsChanged,
  subjectTaken,
  unknownPolicy,
} from '../../problems/refusals.ts';
import type {
  RegisterChange,
  Subject,
  SubjectReply,
  SubjectRequest,
  SubjectsRequest,
  SubjectsView,
} from '../../wire.ts';
import { canonicalJson } from '../fold/canonical-json.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { findSubject, revisionSeen, subjectsSeen } from '../fold/subject-register.ts';
import { subjectsView } from '../views/subjects-view.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { requireActive } from './require-active.ts';
import { requireFitting } from './require-fitting.ts';

/** Subjects that a policy may have. */
export const SUBJECT_COUNT_MAX = 10_000;

/** Replaces the whole list, or that of one site. */
export function putSubjectsCommand(
  { subjects, ...change }: SubjectsRequest,
  site?: string,
): Command<SubjectsView> {
  // What is stored is JSON; keeping exactly that makes a replay see the same.
  const put = JSON.parse(JSON.stringify(subjects)) as readonly Subject[];
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      const names = new Set(put.map(({ name }) => name));
      if (names.size < put.length) throw namedTwice(put);
      const removed = subjectsSeen(state.subjects, site)
        .map(({ name }) => name)
        .filter((name) => !names.has(name));
      changeSubjects(accountant, { ...change, put, removed, site });
      return subjectsView(state, site);
    },
  };
}

/** Adds a subject, or puts another in the place of the one with its name. */
export function putSubjectCommand(
  name: string,
  { subject, ...change }: SubjectRequest,
  site?: string,
): Command<SubjectReply> {
  const put = [JSON.parse(JSON.stringify({ name, ...subject })) as Subject];
  return {
    isWriting: true,
    run: (accountant) => {
      const outcome = changeSubjects(accountant, { ...change, put, removed: [], site });
      return replyOf(accountant.state, { name, outcome, site });
    },
  };
}

/** Takes a subject out; where there is none of that name, it has been done. */
export function removeSubjectCommand(
  name: string,
  change: RegisterChange,
  site?: string,
): Command<SubjectReply> {
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      const isThere = findSubject(state.subjects, name, site) !== undefined;
      const removed = isThere ? [name] : [];
      const outcome = changeSubjects(accountant, { ...change, put: [], removed, site });
      return replyOf(state, { name, outcome, site });
    },
  };
}

interface Wanted extends RegisterChange {
  readonly put: readonly Subject[];
  readonly removed: readonly string[];
  readonly site: string | undefined;
}

function changeSubjects(accountant: Accountant, wanted: Wanted): SubjectReply['outcome'] {
  const { state } = accountant;
  const { removed, reason = '', revision, site } = wanted;
  requireExisting(state);
  const put = wanted.put.filter((subject) => !stands(state, subject));
  if (put.length === 0 && removed.length === 0) return 'repeated';
  requireActive(state);
  const present = revisionSeen(state.subjects, site);
  if (revision !== undefined && revision !== present) throw subjectsChanged(revision, present);
  requireFree(state, put, site);
  requireRoom(state, put, removed);
  const definition = definitionOf(state);
  for (const subject of put) requireFitting(subject, definition);
  accountant.do({ kind: 'subjects-changed', put, removed, reason });
  return 'recorded';
}

function requireExisting(state: PolicyState): void {
  if (generationOf(state) === 0) throw unknownPolicy(state.policy);
}

function stands({ subjects: { subjects } }: PolicyState, subject: Subject): boolean {
  return canonicalJson(subjects.get(subject.name)) === canonicalJson(subject);
}

/** A name is the policy's: nobody who is kept to a site puts something else in the place of another's. */
function requireFree(state: PolicyState, put: readonly Subject[], site: string | undefined): void {
  if (site === undefined) return;
  const { subjects } = state.subjects;
  const taken = put.find(({ name }) => subjects.has(name) && subjects.get(name)?.site !== site);
  if (taken !== undefined) throw subjectTaken(taken.name);
}

function requireRoom(
  { subjects: { subjects } }: PolicyState,
  put: readonly Subject[],
  removed: readonly string[],
): void {
  const added = put.filter(({ name }) => !subjects.has(name)).length;
  const count = subjects.size - removed.length + added;
  if (count <= SUBJECT_COUNT_MAX) return;
  throw invalidInput(
    `A policy may have at most ${SUBJECT_COUNT_MAX} subjects, but it would have ${count}. Remove those that are not decided about any more, or make another policy.`,
    'subjects',
  );
}

function namedTwice(put: readonly Subject[]) {
  const names = put.map(({ name }) => name);
  const twice = names.findIndex((name, place) => names.indexOf(name) < place);
  return invalidInput(
    `Every subject must have a name of its own, but ${JSON.stringify(names[twice])} is there twice. Give one of them another.`,
    `subjects[${twice}].name`,
  );
}

interface Done {
  readonly name: string;
  readonly outcome: SubjectReply['outcome'];
  readonly site: string | undefined;
}

function replyOf({ policy, subjects }: PolicyState, { name, outcome, site }: Done): SubjectReply {
  return { policy, name, outcome, revision: revisionSeen(subjects, site) };
}
