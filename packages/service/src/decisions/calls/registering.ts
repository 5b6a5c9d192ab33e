/**
 * The register of subjects: seeing it and changing it.
 */
import {
  putSubjectCommand,
  putSubjectsCommand,
  removeSubjectCommand,
} from '../commands/subject-commands.ts';
import type { DecisionService } from '../decision-service.ts';
import { subjectsView } from '../views/subjects-view.ts';
import type { Room } from './room.ts';

type Registering = Pick<
  DecisionService,
  'subjects' | 'putSubjects' | 'putSubject' | 'removeSubject'
>;

export function registering(room: Room): Registering {
  return {
    subjects: (policy, site) => room.look(policy, (state) => subjectsView(state, site)),
    putSubjects: (policy, request, site) => room.submit(policy, putSubjectsCommand(request, site)),
    putSubject: (policy, { name, ...request }, site) =>
      room.submit(policy, putSubjectCommand(name, request, site)),
    removeSubject: (policy, { name, ...change }, site) =>
      room.submit(policy, removeSubjectCommand(name, change, site)),
  };
}
