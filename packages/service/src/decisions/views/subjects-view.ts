/**
 * The register of subjects as a caller may see it.
 */
import type { SubjectsView } from '../../wire.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import { revisionSeen, subjectsSeen } from '../fold/subject-register.ts';

export function subjectsView({ policy, subjects }: PolicyState, site?: string): SubjectsView {
  return { policy, subjects: subjectsSeen(subjects, site), revision: revisionSeen(subjects, site) };
}
