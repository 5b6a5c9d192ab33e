/**
 * Conversations with a service over HTTP. Together they touch every route, every scope, and every problem
 * that a caller alone can cause.
 *
 * Decisions are named as the service names them: policy, generation, sequence.
 */

export interface Message {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** JSON, unless it is text; absent for none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of the API key; `all` if absent. Null for none. */
  readonly key?: KeyName | null;
  /** Seconds that pass before it. */
  readonly later?: number;
}

export type KeyName = keyof typeof KEYS;

/** What each key may do, and with which policies. */
export const KEYS = {
  all: { scopes: ['decide', 'reward', 'ack', 'void', 'correct', 'read', 'export', 'admin'] },
  decide: { scopes: ['decide'] },
  reward: { scopes: ['reward'] },
  ack: { scopes: ['ack'] },
  void: { scopes: ['void'] },
  correct: { scopes: ['correct'] },
  read: { scopes: ['read'] },
  export: { scopes: ['export'] },
  admin: { scopes: ['admin'] },
  north: { scopes: ['decide', 'read', 'reward', 'site:north'] },
  northAdmin: { scopes: ['admin', 'read', 'site:north'] },
  other: { scopes: ['decide', 'read', 'admin'], policies: ['elsewhere'] },
} as const satisfies Record<
  string,
  { readonly scopes: readonly string[]; readonly policies?: readonly string[] }
>;

export interface Conversation {
  readonly name: string;
  readonly messages: readonly Message[];
}

const FARM = {
  actions: ['bold', 'usual'],
  baseline: { action: 'usual', reward: 6 },
  context: { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } },
  reward: { min: 0, max: 10, unit: 't/ha' },
  allowedShortfall: 0.2,
  execution: 'confirm',
  seed: 7,
};
const RICH = { ...FARM, reserve: 1000 };
const COIN = { ...RICH, baseline: { action: 'usual' } };
const SIZED = { ...RICH, size: { typical: 10, unit: 'ha' } };
const { execution: _alwaysToBeConfirmed, ...SIZED_ONLY } = SIZED;
const DIVIDED = {
  ...SIZED_ONLY,
  baseline: { action: 'usual' },
  promise: 'realised',
  split: { drop: 3, strips: 10 },
};
const RAINY = { context: { rain: { kind: 'normal', mean: 100, sd: 20 }, soil: 'clay' } };
const DRY = { context: { rain: 20, soil: { kind: 'categories', probabilities: [0.4, 0.6] } } };
const DAY = 86_400;
const WHY = { reason: 'unrelated' };

const get = (path: string, more: Partial<Message> = {}): Message => ({
  method: 'GET',
  path,
  ...more,
});
const post = (path: string, body?: unknown, more: Partial<Message> = {}): Message => ({
  method: 'POST',
  path,
  ...(body === undefined ? {} : { body }),
  ...more,
});
const put = (path: string, body: unknown, more: Partial<Message> = {}): Message => ({
  method: 'PUT',
  path,
  body,
  ...more,
});
const remove = (path: string, body?: unknown, more: Partial<Message> = {}): Message => ({
  method: 'DELETE',
  path,
  ...(body === undefined ? {} : { body }),
  ...more,
});

const define = (name: string, definition: unknown = RICH, more: object = {}) =>
  put(`/v1/policies/${name}`, { definition, ...more });
const decide = (name: string, body: object = RAINY, more: Partial<Message> = {}) =>
  post(`/v1/policies/${name}/decisions`, body, more);
const reward = (id: string, value: unknown, more: Partial<Message> = {}) =>
  post(`/v1/decisions/${id}/reward`, typeof value === 'number' ? { value } : value, more);
const ack = (id: string, body?: unknown, more: Partial<Message> = {}) =>
  post(`/v1/decisions/${id}/ack`, body, more);
const cancel = (id: string, body?: unknown, more: Partial<Message> = {}) =>
  post(`/v1/decisions/${id}/void`, body, more);
const correct = (id: string, body: unknown, more: Partial<Message> = {}) =>
  post(`/v1/decisions/${id}/corrections`, body, more);

/** A policy with a few decisions and rewards, for what is read afterwards. */
const lived = (name: string, definition: unknown = RICH): Message[] => [
  define(name, definition),
  ...[1, 2, 3, 4, 5, 6].flatMap((n) => [
    decide(name, n % 2 === 0 ? DRY : RAINY),
    reward(`${name}.1.${n}`, 4 + n / 2),
  ]),
];

const ROUTES_TO_READ = (name: string) => [
  get(`/v1/policies/${name}`),
  get(`/v1/policies/${name}/definition`),
  get(`/v1/policies/${name}/decisions?limit=3`),
  get(`/v1/policies/${name}/decisions?chosenBy=learner&hasReward=true&action=bold`),
  get(`/v1/policies/${name}/decisions?state=executed&reason=proposal-is-safe`),
  get(`/v1/policies/${name}/corridor?points=5`),
  get(`/v1/policies/${name}/sites`),
  get(`/v1/policies/${name}/weights`),
  get(`/v1/policies/${name}/forecasts`),
  get(`/v1/policies/${name}/audit`),
  get(`/v1/policies/${name}/subjects`),
];

const mcp = (id: number, method: string, params: object = {}): Message =>
  post(
    '/mcp',
    { jsonrpc: '2.0', id, method, params },
    { headers: { accept: 'application/json, text/event-stream' } },
  );
const useTool = (id: number, name: string, given: object) =>
  mcp(id, 'tools/call', { name, arguments: given });

export const CONVERSATIONS: readonly Conversation[] = [
  { name: 'first-decision', messages: [decide('a1', { policy: FARM, ...RAINY }), decide('a1')] },
  { name: 'a-life', messages: [...lived('a2'), ...ROUTES_TO_READ('a2')] },
  { name: 'a-life-with-a-hold-out', messages: [...lived('a3', COIN), ...ROUTES_TO_READ('a3')] },
  {
    name: 'outcomes-in-order',
    messages: [
      define('a4'),
      ...[1, 2, 3, 4].map(() => decide('a4')),
      ack('a4.1.1'),
      ack('a4.1.1', { played: 'decision' }),
      reward('a4.1.1', 7),
      reward('a4.1.1', 7),
      reward('a4.1.1', 8),
      correct('a4.1.1', { value: 8, reason: 'typed wrong' }),
      ack('a4.1.2', { played: 'baseline', ...WHY }),
      ack('a4.1.2', { played: 'baseline', ...WHY }),
      ack('a4.1.2', { played: 'baseline', reason: 'newer-information' }),
      reward('a4.1.2', 5),
      cancel('a4.1.3', { ...WHY, note: 'hail' }),
      cancel('a4.1.3', { ...WHY, note: 'hail' }),
      ack('a4.1.3'),
      cancel('a4.1.1', WHY),
      correct('a4.1.4', { value: 1, reason: 'no reward yet' }),
      get('/v1/decisions/a4.1.1'),
      get('/v1/decisions/a4.1.2'),
      get('/v1/decisions/a4.1.3'),
      get('/v1/policies/a4/audit'),
    ],
  },
  {
    name: 'given-up-knowing-more',
    messages: [
      define('a5', COIN),
      ...[1, 2, 3, 4].map(() => decide('a5')),
      cancel('a5.1.1', { reason: 'newer-information' }),
      ack('a5.1.2', { played: 'baseline', reason: 'newer-information' }),
      cancel('a5.1.3'),
      cancel('a5.1.3', { reason: 'rain' }),
      ack('a5.1.3', { played: 'baseline' }),
      ack('a5.1.4', { reason: 'unrelated' }),
      get('/v1/policies/a5/audit'),
    ],
  },
  {
    name: 'idempotency',
    messages: [
      define('a6'),
      decide('a6', RAINY, { headers: { 'idempotency-key': 'one' } }),
      decide('a6', RAINY, { headers: { 'idempotency-key': 'one' } }),
      decide('a6', DRY, { headers: { 'idempotency-key': 'one' } }),
      decide('a6', RAINY, { headers: { 'idempotency-key': 'two', prefer: 'return=minimal' } }),
    ],
  },
  {
    name: 'batches',
    messages: [
      define('a7'),
      post('/v1/policies/a7/decisions/batch', { decisions: [RAINY, DRY, { context: {} }] }),
      post(
        '/v1/policies/a7/decisions/batch',
        { decisions: [RAINY] },
        {
          headers: { prefer: 'return=minimal' },
        },
      ),
      post('/v1/policies/a7/decisions/batch', { decisions: 'many' }),
    ],
  },
  {
    name: 'many-rewards',
    messages: [
      define('a8'),
      ...[1, 2, 3].map(() => decide('a8')),
      post('/v1/policies/a8/rewards', '{"decision":"a8.1.1","value":5}\n{"decision":"x"}\n', {
        headers: { 'content-type': 'application/jsonl' },
      }),
      post('/v1/policies/a8/rewards', 'decision,value\na8.1.2,6\na8.1.9,1\n', {
        headers: { 'content-type': 'text/csv' },
      }),
      post('/v1/policies/a8/rewards', { decision: 'a8.1.3', value: 1 }),
    ],
  },
  {
    name: 'groups',
    messages: [
      define('a9', SIZED),
      post('/v1/policies/a9/groups', { group: '2026', situations: [RAINY, { ...DRY, size: 4 }] }),
      post('/v1/policies/a9/groups', {
        group: '2026',
        situations: [RAINY, { ...DRY, size: 4 }],
        commit: true,
      }),
      reward('a9.1.1', 7),
      decide('a9', { ...RAINY, group: '2026' }),
      reward('a9.1.2', 3),
      post('/v1/policies/a9/groups/2026/close'),
      post('/v1/policies/a9/groups/2026/close', {}),
      post('/v1/policies/a9/groups/2031/close'),
      decide('a9', { ...RAINY, group: '2026' }),
      get('/v1/policies/a9'),
    ],
  },
  {
    name: 'divided',
    messages: [
      define('b1', DIVIDED),
      decide('b1', { ...RAINY, size: 12 }),
      decide('b1', { ...RAINY, size: 8, divisible: false }),
      post('/v1/policies/b1/groups', {
        group: 's1',
        situations: [{ ...RAINY, size: 20, blocks: 2 }, DRY],
        commit: true,
      }),
      reward('b1.1.1', { try: 7 }),
      reward('b1.1.1', { check: { reward: 6, measuredShare: 0.5 } }),
      correct('b1.1.1', { try: 7.5, reason: 'scale' }),
      ack('b1.1.3', { executed: { share: 0.2, isInnocent: false } }),
      reward('b1.1.3', { try: 6, check: 6 }),
      reward('b1.1.4', 5),
      ...ROUTES_TO_READ('b1'),
    ],
  },
  {
    name: 'definitions',
    messages: [
      define('b2', FARM),
      define('b2', { ...FARM, actions: ['bold', 'usual', 'third'] }),
      post('/v1/policies/b2/definition/preview', { definition: { ...FARM, reserve: 3 } }),
      define('b2', { ...FARM, reserve: 3 }),
      define('b2', { ...FARM, reserve: 3 }, { reason: 'more courage' }),
      decide('b2'),
      decide('b2', { policy: RICH, ...RAINY }),
      get('/v1/policies/b2'),
      define('b2', { ...FARM, allowedShortfall: 1.5 }),
      define('b2', { ...FARM, alowed: 1 }),
      put('/v1/policies/b2', { reason: 'nothing' }),
    ],
  },
  {
    name: 'modes',
    messages: [
      define('b3'),
      post('/v1/policies/b3/mode', { mode: 'shadow' }),
      decide('b3'),
      post('/v1/policies/b3/safe-mode', { on: true, reason: 'storm' }),
      decide('b3'),
      post('/v1/policies/b3/safe-mode'),
      post('/v1/policies/b3/mode', { mode: 'live' }),
      decide('b3'),
      post('/v1/policies/b3/mode', { mode: 'asleep' }),
    ],
  },
  {
    name: 'not-erasable',
    messages: [
      define('b5'),
      decide('b5'),
      remove('/v1/policies/b5?erase=true', { reason: 'no', confirm: 'b5' }),
      remove('/v1/policies/b5?erase=true', { reason: 'no', confirm: 'b6' }),
    ],
  },
  { name: 'empty-policy-removed', messages: [define('b6'), remove('/v1/policies/b6')] },
  {
    name: 'forget',
    messages: [
      ...lived('b7'),
      post('/v1/policies/b7/forget', { decisions: ['b7.1.1', 'b7.1.2'], reason: 'asked' }),
      get('/v1/decisions/b7.1.1'),
      correct('b7.1.1', { value: 2, reason: 'too late' }),
      post('/v1/policies/b7/forget', { decisions: ['b7.1.99'] }),
      get('/v1/policies/b7/audit'),
      get('/v1/policies/b7/export?format=jsonl'),
    ],
  },
  {
    name: 'forget-a-subject',
    messages: [
      define('b8'),
      put('/v1/policies/b8/subjects/Brook', { subject: { context: { soil: 'clay' } } }),
      decide('b8', { context: { rain: 80 }, subject: 'Brook' }),
      reward('b8.1.1', 6),
      post('/v1/policies/b8/forget', { subject: 'Brook', reason: 'sold' }),
      get('/v1/policies/b8/subjects'),
      get('/v1/decisions/b8.1.1'),
    ],
  },
  {
    name: 'subjects',
    messages: [
      define('b9', SIZED),
      put('/v1/policies/b9/subjects', {
        subjects: [
          { name: 'Hill', size: 4, context: { soil: 'sand' } },
          { name: 'Vale', size: 9 },
        ],
      }),
      put('/v1/policies/b9/subjects', { subjects: [], revision: 0 }),
      put('/v1/policies/b9/subjects/Hill', { subject: { size: 5 }, revision: 1 }),
      decide('b9', { context: { rain: 40, soil: 'sand' }, subject: 'Hill' }),
      decide('b9', { ...RAINY, subject: 'Moor' }),
      remove('/v1/policies/b9/subjects/Vale'),
      remove('/v1/policies/b9/subjects/Vale'),
      get('/v1/policies/b9/subjects'),
    ],
  },
  {
    name: 'subject-taken',
    messages: [
      define('c0'),
      put('/v1/policies/c0/subjects', { subjects: [{ name: 'Hill' }, { name: 'Hill' }] }),
      put('/v1/policies/c0/subjects/Hill', { subject: { site: 'north' } }),
      put('/v1/policies/c0/subjects/Hill', { subject: { site: 'south' } }),
      put('/v1/policies/c0/subjects/Hill', { subject: { size: 1 } }, { key: 'north' }),
      put('/v1/policies/c0/subjects/Hill', { subject: { notes: {} } }, { key: 'northAdmin' }),
    ],
  },
  {
    name: 'sites',
    messages: [
      define('c1'),
      decide('c1', { ...RAINY, site: 'north' }),
      decide('c1', { ...RAINY, site: 'south' }),
      decide('c1', RAINY, { key: 'north' }),
      decide('c1', { ...RAINY, site: 'south' }, { key: 'north' }),
      reward('c1.1.1', 7, { key: 'north' }),
      reward('c1.1.2', 7, { key: 'north' }),
      get('/v1/policies/c1?site=north'),
      get('/v1/policies/c1/sites'),
      get('/v1/policies/c1/audit?site=south'),
      get('/v1/policies/c1', { key: 'north' }),
    ],
  },
  {
    name: 'exports',
    messages: [
      ...lived('c2'),
      get('/v1/policies/c2/export'),
      get('/v1/policies/c2/export?format=csv'),
      get('/v1/policies/c2/export?format=jsonl'),
      get('/v1/policies/c2/export?format=log'),
      get('/v1/policies/c2/export?format=wax'),
    ],
  },
  {
    name: 'forecasts',
    messages: [
      define('c3'),
      ...[1, 2, 3, 4].flatMap((n) => [
        decide('c3'),
        reward(`c3.1.${n}`, { value: 5, context: { rain: 60 + 20 * n, soil: 'clay' } }),
      ]),
      get('/v1/policies/c3/forecasts'),
    ],
  },
  {
    name: 'late-rewards',
    messages: [
      define('c4', { ...RICH, rewardWithin: { days: 1 } }),
      decide('c4'),
      // The journal's own clock goes on by an eighth of the time at most between two entries.
      ...Array.from({ length: 12 }, () => decide('c4', DRY, { later: DAY / 6 })),
      reward('c4.1.1', 5),
      ack('c4.1.1'),
      get('/v1/decisions/c4.1.1'),
    ],
  },
  {
    name: 'periods',
    messages: [
      define('c5', { ...RICH, period: 'named' }),
      decide('c5', { ...RAINY, period: '2026' }),
      reward('c5.1.1', 2),
      decide('c5', { ...RAINY, period: '2027' }),
      decide('c5'),
      correct('c5.1.1', { value: 9, reason: 'typed wrong' }),
      get('/v1/policies/c5/audit'),
    ],
  },
  {
    name: 'previews',
    messages: [
      define('c6', COIN),
      post('/v1/policies/c6/preview', RAINY),
      post('/v1/policies/c6/preview', { ...RAINY, allowed: ['usual'] }),
      post('/v1/policies/c6/preview', { ...RAINY, proposal: 'bold' }),
      post('/v1/policies/c6/preview', { ...RAINY, floors: { bold: 3 } }),
      post('/v1/policies/c6/preview', { ...RAINY, baseline: { action: 'bold', reward: 6 } }),
    ],
  },
  {
    name: 'exploration',
    messages: [
      define('c7', { ...RICH, exploration: { share: 0.5, among: ['bold'] } }),
      decide('c7'),
      decide('c7', DRY),
    ],
  },
  {
    name: 'wrong-input',
    messages: [
      define('c8'),
      decide('c8', { context: { rain: 'wet', soil: 'clay' } }),
      decide('c8', { context: { rain: 10 } }),
      decide('c8', { context: { rain: 10, soil: 'chalk' } }),
      decide('c8', { ...RAINY, size: 4 }),
      decide('c8', { ...RAINY, group: '' }),
      decide('c8', { ...RAINY, allowed: ['wild'] }),
      decide('c8', { ...RAINY, proposal: 'wild' }),
      post('/v1/policies/c8/decisions', '{"context":', {
        headers: { 'content-type': 'application/json' },
      }),
      post('/v1/policies/c8/decisions', 'a=1', { headers: { 'content-type': 'text/plain' } }),
      decide('c8', { ...RAINY, padding: 'x'.repeat(3_000_000) }),
      decide('no policy', RAINY),
    ],
  },
  {
    name: 'unknown',
    messages: [
      decide('nowhere'),
      get('/v1/policies/nowhere'),
      get('/v1/decisions/nowhere.1.1'),
      get('/v1/decisions/odd'),
      reward('nowhere.1.1', 1),
      get('/v1/nothing'),
      { method: 'PATCH', path: '/v1/policies' },
      get('/v1/policies/nowhere/export'),
    ],
  },
  {
    name: 'keys',
    messages: [
      define('d1'),
      decide('d1', RAINY, { key: null }),
      decide('d1', RAINY, { key: null, headers: { authorization: 'Bearer hr_nonsense' } }),
      decide('d1', RAINY, { key: 'read' }),
      decide('d1', RAINY, { key: 'decide' }),
      decide('d1', RAINY, { key: 'other' }),
      reward('d1.1.1', 3, { key: 'decide' }),
      ack('d1.1.1', undefined, { key: 'ack' }),
      reward('d1.1.1', 3, { key: 'reward' }),
      correct('d1.1.1', { value: 4, reason: 'typed' }, { key: 'correct' }),
      decide('d1', RAINY, { key: 'decide' }),
      cancel('d1.1.2', WHY, { key: 'void' }),
      get('/v1/policies/d1', { key: 'read' }),
      get('/v1/policies/d1/export', { key: 'read' }),
      get('/v1/policies/d1/export', { key: 'export' }),
      post('/v1/policies/d1/mode', { mode: 'live' }, { key: 'read' }),
      post('/v1/policies/d1/mode', { mode: 'live' }, { key: 'admin' }),
      get('/v1/policies', { key: 'other' }),
    ],
  },
  {
    name: 'other-host',
    messages: [
      get('/v1/policies', { headers: { host: 'example.org' } }),
      get('/v1/policies', { headers: { host: 'example.org' }, key: null }),
      get('/livez', { headers: { 'x-long': 'x'.repeat(20_000) } }),
    ],
  },
  {
    name: 'openfeature',
    messages: [
      define('d2'),
      post('/ofrep/v1/evaluate/flags/d2', {
        context: { targetingKey: 'field 7', rain: 100, soil: 'clay' },
      }),
      post('/ofrep/v1/evaluate/flags/d2', { context: { targetingKey: 'field 7', rain: 'wet' } }),
      post('/ofrep/v1/evaluate/flags/none', { context: { targetingKey: 'field 7' } }),
      post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'f', rain: 1, soil: 'sand' } }),
    ],
  },
  {
    name: 'agents',
    messages: [
      define('d3'),
      mcp(1, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'net', version: '1' },
      }),
      mcp(2, 'tools/list'),
      useTool(3, 'decide', { policy: 'd3', context: RAINY.context }),
      useTool(4, 'preview', { policy: 'd3', context: DRY.context }),
      useTool(5, 'observe', { decision: 'd3.1.1', reward: 7 }),
      useTool(6, 'budget', { policy: 'd3' }),
      useTool(7, 'list_policies', {}),
      useTool(8, 'decide', { policy: 'nowhere', context: {} }),
    ],
  },
  {
    name: 'operations',
    messages: [get('/livez'), get('/readyz'), get('/v1/members'), get('/v1/removed')],
  },
  {
    name: 'thompson',
    messages: [
      ...lived('d4', { ...RICH, proposer: { kind: 'thompson' } }),
      get('/v1/policies/d4/weights'),
    ],
  },
  {
    name: 'observed',
    messages: [
      ...lived('d5', { ...COIN, promise: 'observed' }),
      get('/v1/policies/d5/audit'),
      get('/v1/policies/d5/corridor'),
    ],
  },
  {
    name: 'window',
    messages: [
      ...lived('d6', { ...FARM, window: 4, execution: 'assume' }),
      get('/v1/policies/d6/audit'),
    ],
  },
  {
    name: 'budget-max',
    messages: [
      ...lived('d7', { ...FARM, budgetMax: 2 }),
      correct('d7.1.2', { value: 1, reason: 'typed' }),
      get('/v1/policies/d7'),
    ],
  },
  {
    name: 'prior-and-memory',
    messages: [
      ...lived('d8', { ...RICH, memory: { halfLife: 3, unit: 'rewards' } }),
      get('/v1/policies/d8/weights'),
    ],
  },
  {
    name: 'full-group',
    messages: [
      define('d9'),
      post('/v1/policies/d9/groups', {
        group: 'big',
        situations: Array.from({ length: 2001 }, () => RAINY),
      }),
      post('/v1/policies/d9/groups', { group: 'none', situations: [] }),
    ],
  },
  {
    name: 'quota',
    messages: Array.from({ length: 61 }, (_, n) =>
      put(`/v1/policies/quota${n}`, { definition: FARM }, { key: 'admin' }),
    ),
  },
  {
    name: 'wrong-forecasts',
    messages: [
      define('e2'),
      ...Array.from({ length: 60 }, (_, n) => [
        decide('e2'),
        reward(`e2.1.${n + 1}`, { value: 5, context: { rain: 390, soil: 'clay' } }),
      ]).flat(),
      get('/v1/policies/e2/forecasts'),
      decide('e2', { ...RAINY, baseline: { reward: 6 } }),
      decide('e2', { ...RAINY, floors: { bold: 2 } }),
    ],
  },
  // Names of erased policies enter what later draws are made of, so these come last.
  {
    name: 'archive-and-erase',
    messages: [
      define('b4', RICH, { demonstration: true }),
      decide('b4'),
      remove('/v1/policies/b4'),
      decide('b4'),
      reward('b4.1.1', 5),
      get('/v1/policies?archived=true&limit=2'),
      post('/v1/policies/b4/restore'),
      decide('b4'),
      remove('/v1/policies/b4?erase=true', { reason: 'was made up', confirm: 'b4' }),
      get('/v1/policies/b4'),
      define('b4'),
      get('/v1/removed'),
    ],
  },
  {
    name: 'erased-for-good',
    messages: [
      define('e1'),
      decide('e1'),
      remove('/v1/policies/e1', { reason: 'over' }),
      remove('/v1/policies/e1?erase=true', { reason: 'over', confirm: 'e1' }),
      remove('/v1/policies/e1?erase=true', { reason: 'over', confirm: 'e1' }, { later: 400 * DAY }),
      define('e1'),
      decide('e1', { policy: FARM, ...RAINY }),
    ],
  },
];
