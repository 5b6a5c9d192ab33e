/**
 * Mutants of what comes in over HTTP.
 */
import type { Mutant } from './mutant.ts';

const API = 'packages/service/src/api';
const FORWARDING = 'packages/service/src/api/forwarding';

export const SERVICE_API_MUTANTS: readonly Mutant[] = [
  {
    name: 'a key of one site may ask for what is about all of them',
    file: 'packages/service/src/api/security/guard.ts',
    find: '  if (caller.site !== null && isForSites !== true) throw notForSites();\n',
    replace: '',
    tests: ['packages/service/src/api/security/site-isolation.test.ts'],
  },
  {
    name: 'a request that a member has sent on is sent on again, in circles',
    file: `${FORWARDING}/forwarding.ts`,
    find: 'if (isForwarded || place.address === null) throw isMoving(policy);',
    replace: 'if (place.address === null) throw isMoving(policy);',
    tests: [FORWARDING],
  },
  {
    name: 'whoever asks is told the holder, also if another member has sent it on',
    file: `${FORWARDING}/told-holder.ts`,
    find: 'headers[HOLDER_HEADER] === TELL && headers[HOP_HEADER] === undefined ? member : NOTHING,',
    replace: 'headers[HOLDER_HEADER] === TELL ? member : NOTHING,',
    tests: [FORWARDING],
  },
  {
    name: 'a member that is silent is waited for until the caller gives up',
    file: `${FORWARDING}/sender.ts`,
    find: "setTimeout(() => sent.destroy(new Error('silence')), patienceOf(sending));",
    replace: 'setTimeout(() => {}, patienceOf(sending));',
    tests: [FORWARDING],
  },
  {
    name: 'a short call is waited for although the member is silent',
    file: `${FORWARDING}/member-lanes.ts`,
    find: 'if (leftMs > 0) this.#watchFor(leftMs);',
    replace: 'if (first !== undefined) this.#watchFor(1000);',
    tests: [FORWARDING],
  },
  {
    name: 'an answer that came too early is given to whoever asks next on the lane',
    file: `${FORWARDING}/member-lanes.ts`,
    find: "if (waiting === undefined) throw new Error('Nobody asked for this answer.');",
    replace: 'if (waiting === undefined) continue;',
    tests: [FORWARDING],
  },
  {
    name: 'half an answer of another member is given out as a whole one',
    file: `${FORWARDING}/sender.ts`,
    find: "answer.once('error', () => response.destroy());",
    replace: "answer.once('error', () => response.end());",
    tests: [FORWARDING],
  },
  {
    name: 'what a caller has left behind goes on at the other member',
    file: `${FORWARDING}/sender.ts`,
    find: "reply.raw.once('close', () => sent.destroy());",
    replace: '',
    tests: [FORWARDING],
  },
  {
    name: 'a siege cuts a connection that waits for its answer',
    file: `${API}/connections/connection-gate.ts`,
    find: 'request.complete && !response.writableEnded',
    replace: 'request.complete && response.writableEnded',
    tests: [`${API}/connections/siege.test.ts`],
  },
  {
    name: 'connections of one address are counted with those of all others',
    file: `${API}/connections/connection-gate.ts`,
    find: 'if (this.#isFullFor(address)) return this.#cutOne(isAtHome);',
    replace: 'if (this.#isFullFor(address)) return this.#cutOne(() => true);',
    tests: [`${API}/connections/siege.test.ts`],
  },
  {
    name: 'half-open connections hold up a shutdown',
    file: `${API}/connections/connection-gate.ts`,
    find: '[...this.#silent, ...this.#idle]) connection.socket.destroy();',
    replace: '[...this.#idle]) connection.socket.destroy();',
    tests: [`${API}/connections/siege.test.ts`],
  },
  {
    name: 'a preview of a flag hands out an action that is in no books',
    file: `${API}/ofrep/flag-answer.ts`,
    find: 'const isBaseline = action === baseline.action && receipt.coin === null;',
    replace: 'const isBaseline = action !== undefined;',
    tests: [`${API}/ofrep`],
  },
  {
    name: 'whoever had a value of a flag keeps it in safe mode',
    file: `${API}/ofrep/ofrep-routes.ts`,
    find: 'fingerprint({ targetingKey, request, generation, mode })',
    replace: 'fingerprint({ targetingKey, request, generation })',
    tests: [`${API}/ofrep`],
  },
  {
    name: 'a flag has a value while its policy is in safe mode',
    file: `${API}/ofrep/flag-answer.ts`,
    find: "if (isOver || DISABLED.has(reason)) return { key: policy, reason: 'DISABLED', metadata };",
    replace:
      "if (isOver || reason === 'halted') return { key: policy, reason: 'DISABLED', metadata };",
    tests: [`${API}/ofrep`],
  },
  {
    name: 'a flag has the value again of a decision that the books count as not played',
    file: `${API}/ofrep/flag-answer.ts`,
    find: 'const isOver = NOT_PLAYED.has(state);',
    replace: "const isOver = state === 'void' && NOT_PLAYED.has(reason);",
    tests: [`${API}/ofrep`],
  },
  {
    name: 'whoever had a value of a flag keeps it while the policy is halted',
    file: `${API}/ofrep/ofrep-routes.ts`,
    find: "const mode = health.state === 'halted' ? 'halted' : view.mode;",
    replace: 'const mode = health.detail === undefined ? null : view.mode;',
    tests: [`${API}/ofrep`],
  },
  {
    name: 'a rank tells the probability of a coin to whoever may not read the books',
    file: `${API}/personalizer/rank-answer.ts`,
    find: "caller.hasScope('read') && (",
    replace: '(',
    tests: [`${API}/personalizer`],
  },
  {
    name: 'an agent is told to try on all what is booked on a part',
    file: `${API}/mcp/mcp-tools.ts`,
    find: 'const WHOLE = { divisible: false } as const;',
    replace: 'const WHOLE = {} as const;',
    tests: [`${API}/mcp`],
  },
  {
    name: 'a reward counts for an action of Personalizer that was never shown',
    file: `${API}/personalizer/personalizer-routes.ts`,
    find: "const isActive = decision.state !== 'issued';",
    replace: "const isActive = decision.state !== 'void';",
    tests: [`${API}/personalizer`],
  },
  {
    name: 'an action of Personalizer is handed out again that the books know as not played',
    file: `${API}/personalizer/personalizer-routes.ts`,
    find: "if (!isLate || error.code === 'HR_NOT_PLAYED') throw error;",
    replace: 'if (!isLate) throw error;',
    tests: [`${API}/personalizer`],
  },
  {
    name: 'an excluded action is the baseline of a rank call',
    file: `${API}/personalizer/rank-request.ts`,
    find: 'const [first] = allowed;',
    replace: 'const [first] = ids;',
    tests: [`${API}/personalizer`],
  },
  {
    name: 'a key for several policies stands for the first of them',
    file: `${API}/security/guard.ts`,
    find: 'const id = policies?.length === 1 ? policies[0]! : openName;',
    replace: "const id = policies === null ? (openName ?? 'news') : policies[0]!;",
    tests: [`${API}/personalizer`],
  },
  {
    name: 'tools of an agent are used with the rights of the service and not of its key',
    file: `${API}/mcp/mcp-route.ts`,
    find: "const WHO = ['authorization', 'host',",
    replace: "const WHO = ['host',",
    tests: [`${API}/mcp`],
  },
  {
    name: 'a preview of an agent is booked',
    file: `${API}/mcp/mcp-tools.ts`,
    find: "path: pathOf(id, '/preview')",
    replace: "path: pathOf(id, '/decisions')",
    tests: [`${API}/mcp`],
  },
];
