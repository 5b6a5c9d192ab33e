/**
 * The register of subjects: what a policy decides about again and again, by name.
 *
 * Every change has a number, the revision, so that whoever changes what he read can be told that it is
 * not that any more. A site counts the changes that touched it, and hears of no other.
 */
import type { SubjectsChanged } from '../../journal/entry.ts';
import type { Subject } from '../../wire.ts';

export interface SubjectRegister {
  /** In the order in which they were first named. */
  readonly subjects: Map<string, Subject>;
  revision: number;
  readonly siteRevisions: Map<string, number>;
}

/** The register as snapshots keep it. */
export interface RegisterText {
  readonly subjects: readonly Subject[];
  readonly revision: number;
  readonly siteRevisions: readonly (readonly [string, number])[];
}

export function emptyRegister(): SubjectRegister {
  return { subjects: new Map(), revision: 0, siteRevisions: new Map() };
}

/** Takes in one change. */
export function changeRegister(register: SubjectRegister, change: SubjectsChanged): void {
  const { put, removed } = change;
  const { subjects, siteRevisions } = register;
  const touched = new Set<string>();
  const touch = (site: string | undefined) => site !== undefined && touched.add(site);
  for (const name of removed) {
    touch(subjects.get(name)?.site);
    subjects.delete(name);
  }
  for (const subject of put) {
    touch(subjects.get(subject.name)?.site);
    touch(subject.site);
    subjects.set(subject.name, subject);
  }
  register.revision += 1;
  for (const site of touched) siteRevisions.set(site, (siteRevisions.get(site) ?? 0) + 1);
}

/** Returns the subjects that a caller may see: all, or those of one site. */
export function subjectsSeen({ subjects }: SubjectRegister, site?: string): Subject[] {
  const all = [...subjects.values()];
  return site === undefined ? all : all.filter((subject) => subject.site === site);
}

/** Returns the number of the newest change that a caller may know of. */
export function revisionSeen(register: SubjectRegister, site?: string): number {
  return site === undefined ? register.revision : (register.siteRevisions.get(site) ?? 0);
}

/** Returns the subject, unless there is none or it is none of the caller's. */
export function findSubject(
  { subjects }: SubjectRegister,
  name: string,
  site?: string,
): Subject | undefined {
  const subject = subjects.get(name);
  return site === undefined || subject?.site === site ? subject : undefined;
}

export function registerText(register: SubjectRegister): RegisterText {
  const { subjects, revision, siteRevisions } = register;
  return { subjects: [...subjects.values()], revision, siteRevisions: [...siteRevisions] };
}

export function readRegister({ subjects, revision, siteRevisions }: RegisterText): SubjectRegister {
  return {
    subjects: new Map(subjects.map((subject) => [subject.name, subject])),
    revision,
    siteRevisions: new Map(siteRevisions),
  };
}
