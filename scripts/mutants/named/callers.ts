/**
 * Mutants of the command and the client.
 */
import type { Mutant } from './mutant.ts';

export const CALLERS_MUTANTS: readonly Mutant[] = [
  {
    name: 'half a file has the name of a whole one',
    file: 'packages/cli/src/output/whole-file.ts',
    find: 'const draft = `${place}.${process.pid}.part`;',
    replace: 'const draft = place;',
    tests: ['packages/cli/src/output/whole-file.test.ts'],
  },
  {
    name: 'two commands change one state at the same time',
    file: 'packages/cli/src/state/state-lock.ts',
    find: 'begin exclusive',
    replace: 'begin',
    tests: ['packages/cli/src/state/state-file.test.ts'],
  },
  {
    name: 'a state behind a link becomes a second state',
    file: 'packages/cli/src/state/state-file.ts',
    find: 'return await realpath(file).catch(() => file);',
    replace: 'return await Promise.resolve(realpath).then(() => file);',
    tests: ['packages/cli/src/state/state-file.test.ts'],
  },
  {
    name: 'a decision is booked and not told where the disk is full',
    file: 'packages/cli/src/state/state-file.ts',
    find: '    await writeDraft(files[1], `${revision}\\n`);\n',
    replace:
      '    await rename(draftOf(file), file);\n    await writeDraft(files[1], `${revision}\\n`);\n',
    tests: ['packages/cli/src/state/state-file.test.ts'],
  },
  {
    name: 'something made up comes beside the policies of somebody',
    file: 'packages/cli/src/service/seed-demonstration.ts',
    find: "  if (found === undefined ? !isNew : !isOurs(found)) return 'none';",
    replace: "  if (found !== undefined && !isOurs(found)) return 'none';",
    tests: ['packages/cli/src/service/seed-demonstration.test.ts'],
  },
  {
    name: 'some lines of a harvest are booked although others fit no decision',
    file: 'packages/cli/src/commands/farm-harvest-command.ts',
    find: '    isBlocked: report.isBlocked || findings.length > 0,',
    replace: '    isBlocked: report.isBlocked,',
    tests: ['packages/cli/src/commands/farm-command.test.ts'],
  },
  {
    name: 'an attribute of the context is taken for the reward of a flag',
    file: 'packages/client/src/openfeature/with-rewards.ts',
    find: 'const { value, decisionId } = details;',
    replace: 'const { value, decisionId } = { ...details, ...(context as TrackedDetails) };',
    tests: ['packages/client/src/openfeature'],
  },
  {
    name: 'the reward of a default counts for the decision before it',
    file: 'packages/client/src/openfeature/with-rewards.ts',
    find: '    this.#ids.delete(name);\n    if',
    replace: '    if',
    tests: ['packages/client/src/openfeature'],
  },
  {
    name: 'a client repeats elsewhere what a silent replica may still carry out, and undo what came after',
    file: 'packages/client/src/ask.ts',
    find: "return method === 'GET' || key !== undefined || isKnownAgain;",
    replace: 'return method !== undefined || key !== undefined || isKnownAgain;',
    tests: ['packages/client/src/create-client.test.ts'],
  },
];
