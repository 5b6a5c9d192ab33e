/**
 * Mutants of the threads, places and instruments of the service.
 */
import type { Mutant } from './mutant.ts';

const DECIDERS = 'packages/service/src/deciders';

export const SERVICE_AROUND_MUTANTS: readonly Mutant[] = [
  {
    name: 'only heaps are looked at, and not the whole process',
    file: 'packages/service/src/decisions/writer/awake-limit.ts',
    find: 'const isFull = heap > FULL_SHARE || whole > FULL_SHARE;',
    replace: 'const isFull = heap > FULL_SHARE;',
    tests: ['packages/service/src/decisions/writer/awake-limit.test.ts'],
  },
  {
    name: 'threads that decide are given what the rest of the process needs',
    file: 'packages/service/src/start/decider-memory.ts',
    find: 'machineBytes / MEGABYTE - RESERVED_MB',
    replace: 'machineBytes / MEGABYTE',
    tests: ['packages/service/src/start/decider-memory.test.ts'],
  },
  {
    name: 'a full disk under the log ends the service',
    file: 'packages/service/src/instruments/log-output.ts',
    find: 'if (!isBehind || !this.#isPatient) return written;',
    replace: 'if (!isBehind || !this.#isPatient) throw error;',
    tests: ['packages/service/src/instruments/logger.test.ts'],
  },
  {
    name: 'a thread counts memory as free that its young objects may need',
    file: 'packages/service/src/instruments/memory-use.ts',
    find: '(old - YOUNG_SHARE_USED * young)',
    replace: 'old',
    tests: ['packages/service/src/instruments/memory-use.test.ts'],
  },
  {
    name: 'a member that was struck out brings its line back by renewing it',
    file: 'packages/service/src/placement/membership.ts',
    find: '    if (members === null) {\n      this.#member = null;\n      onStruck();\n      return this.#renew();\n    }\n',
    replace:
      '    if (members === null) {\n      await table.join(member, leaseMs);\n      return this.#renew();\n    }\n',
    tests: ['packages/service/src/placement/membership.test.ts'],
  },
  {
    name: 'a member believes in itself from when its renewal was answered',
    file: 'packages/service/src/placement/membership.ts',
    find: 'this.#trustedUntilMs = sentMs +',
    replace: 'this.#trustedUntilMs = monotonic.nowMs() +',
    tests: ['packages/service/src/placement'],
  },
  {
    name: 'a thread that the system has no room for ends the process',
    file: `${DECIDERS}/decider.ts`,
    find: 'this.#beginAgain(`It could not be started: ${error}`, true);',
    replace: 'throw error;',
    tests: [`${DECIDERS}/decider.test.ts`],
  },
  {
    name: 'a decider that says nothing any more can still write',
    file: `${DECIDERS}/decider.ts`,
    find: 'life.thread.withdraw();',
    replace: '',
    tests: [`${DECIDERS}/share-out.test.ts`],
  },
  {
    name: 'whoever waits for a decider that dies waits for ever',
    file: `${DECIDERS}/call-desk.ts`,
    find: 'for (const id of [...this.#waiting.keys()]) this.#reject(id, refusal());',
    replace: '',
    tests: [`${DECIDERS}/share-out.test.ts`],
  },
  {
    name: 'a policy is asked for at another decider than it is decided by',
    file: `${DECIDERS}/share-out.ts`,
    find: 'const policy = parseDecisionId(decision)?.policy ?? decision;',
    replace: 'const policy = decision;',
    tests: [`${DECIDERS}/share-out.test.ts`],
  },
  {
    name: 'events wait for a collector without bound',
    file: 'packages/service/src/instruments/evaluation-events.ts',
    find: 'if (waiting.length >= WAITING_MAX) dropped += 1;',
    replace: 'if (waiting.length < 0) dropped += 1;',
    tests: ['packages/service/src/instruments/evaluation-events.test.ts'],
  },
  {
    name: 'a policy with long turns comes before everybody else in its thread, again and again',
    file: 'packages/service/src/instruments/next-round.ts',
    find: 'if (nowMs - startMs < ROUND_MS) waiting.shift()!();',
    replace: 'if (nowMs - startMs < ROUND_MS) waiting.pop()!();',
    tests: ['packages/service/src/instruments/next-round.test.ts'],
  },
];
