/**
 * Six small policies that between them have had everything a policy can have: keys, corrections, forecasts that are called wrong,
 * modes, growth, generations with a reserve, subjects, a coin, sites, groups, plans, parts, a prior with seasons, an archive, files of rewards.
 *
 * It is played against services of earlier versions too (scripts/write-journal-fixture.ts), so it imports nothing but types.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { DecisionReceipt, DecisionRequest, GroupRequest } from '../../wire.ts';
import type { DecisionService } from '../decision-service.ts';

const KNOWN: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local', reward: 10 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  failureProbability: 0.05,
  reserve: 30,
  seed: 7,
};
const COIN: PolicyDefinition = { ...KNOWN, baseline: { action: 'local' }, reserve: 100 };
const SIZED: PolicyDefinition = {
  ...KNOWN,
  context: { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } },
  size: { typical: 4, unit: 'ha' },
  execution: 'assume',
};
const DIVIDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};
const FORECAST = { kind: 'normal', mean: 120, sd: 10 } as const;
/** Three deviations off, to either side: the forecasts are called wrong. */
const WILD = [150, 90, 152, 88, 149, 91];

export const FEATURE_POLICIES = [
  'coin',
  'divided',
  'known',
  'retired',
  'seasons',
  'sites',
] as const;

/** Told of every receipt that was answered, as text. */
type OnReceipt = (id: string, text: string) => void;

/** Plays all of them, one after the other. */
export async function everyFeature(
  playing: DecisionService,
  onReceipt: OnReceipt = () => {},
): Promise<void> {
  const service = listening(playing, onReceipt);
  await playKnown(service);
  await playCoin(service);
  await playSites(service);
  await playDivided(service);
  await playSeasons(service);
  await playRetired(service);
}

/** What each policy can be asked that takes decisions. */
const REQUESTS: Readonly<Record<string, DecisionRequest>> = {
  coin: { context: { rain: 90 }, proposal: 'early' },
  divided: { context: { rain: 90 }, size: 4, site: 'north' },
  known: { context: { rain: FORECAST, heat: 20 } },
  seasons: { context: { rain: FORECAST }, size: 4 },
  sites: { context: { rain: FORECAST, soil: 'clay' }, site: 'south', size: 2 },
};

/** One decision more of each policy that takes any; returns the receipts as they were answered. */
export async function oneMoreOfEach(service: DecisionService): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const [policy, request] of Object.entries(REQUESTS)) {
    const { text } = await service.decide(policy, request, { scope: 'local', text: 'one more' });
    texts.push(text);
  }
  return texts;
}

/** Forgets every third decision of each policy, in two goes, and decides once more after either. */
export async function forgetSome(service: DecisionService): Promise<void> {
  for (const policy of FEATURE_POLICIES) {
    const { decisions } = await service.decisions(policy, { limit: 1000 });
    const ids = decisions.map(({ id }) => id).filter((_, i) => i % 3 === 0);
    const half = Math.ceil(ids.length / 2);
    for (const some of [ids.slice(0, half), ids.slice(half)]) {
      await service.forget(policy, { decisions: some, reason: 'asked for' });
      const request = REQUESTS[policy];
      if (request !== undefined) await decide(service, policy, request);
    }
  }
}

async function decide(
  service: DecisionService,
  policy: string,
  request: DecisionRequest,
  key: string | null = null,
): Promise<DecisionReceipt> {
  const { text } = await service.decide(policy, request, { scope: 'local', text: key });
  return JSON.parse(text) as DecisionReceipt;
}

/** The service, with everything that it answers to decisions and plans told. */
function listening(service: DecisionService, onReceipt: OnReceipt): DecisionService {
  const tell = (receipt: object) =>
    onReceipt((receipt as DecisionReceipt).id, JSON.stringify(receipt));
  return {
    ...service,
    decide: async (...request) => {
      const answer = await service.decide(...request);
      onReceipt((JSON.parse(answer.text) as DecisionReceipt).id, answer.text);
      return answer;
    },
    issueGroup: async (...request) => {
      const answer = await service.issueGroup(...request);
      answer.plan.receipts.forEach(tell);
      return answer;
    },
  };
}

async function playKnown(service: DecisionService): Promise<void> {
  await decide(service, 'known', { policy: KNOWN, context: { rain: -0 } }, 'first');
  // Once forecasts are called wrong, floors are taken no more.
  const asked = { context: { rain: 40 }, floors: { early: 6 }, allowed: ['early'] };
  const played = await decide(service, 'known', asked, 'a "quoted" key');
  await service.ack(played.id, {});
  const ids: string[] = [];
  for (const rain of WILD) {
    const { id } = await decide(service, 'known', { context: { rain: FORECAST } });
    await service.reward(id, { value: 11, context: { rain } });
    ids.push(id);
  }
  await service.correct(ids[1]!, { value: 9.25, reason: 'the scale was wrong' });
  const left = await decide(service, 'known', { context: { rain: 300 }, proposal: 'early' });
  await service.ack(left.id, { played: 'baseline', reason: 'unrelated' });
  const gone = await decide(service, 'known', { context: { rain: 5 } });
  await service.void(gone.id, { reason: 'newer-information', note: 'the forecast turned' });
  for (const mode of ['shadow', 'safe-mode', 'live'] as const) {
    await service.setMode('known', { mode, reason: 'a look' });
    await decide(service, 'known', { context: { rain: 200 } });
  }
  const heat = { min: 0, max: 40 };
  const grown = {
    ...KNOWN,
    actions: [...KNOWN.actions, 'new'],
    context: { ...KNOWN.context, heat },
  };
  await service.define('known', { definition: grown });
  await decide(service, 'known', { context: { rain: 200, heat: 12 } });
  const surer = { ...grown, failureProbability: 0.04 };
  await service.define('known', { definition: surer, reason: 'surer' });
  for (const rain of [10, 20, 30]) {
    const { id } = await decide(service, 'known', { context: { rain, heat: 30 } });
    await service.reward(id, { value: 10 });
  }
}

async function playCoin(service: DecisionService): Promise<void> {
  await service.define('coin', { definition: COIN });
  for (let round = 0; round < 30; round++) {
    const proposal = round % 4 === 0 ? {} : { proposal: 'early' };
    const { id, action } = await decide(service, 'coin', { context: { rain: 90 }, ...proposal });
    await service.reward(id, { value: action === 'early' ? 15 : 10 });
  }
}

async function playSites(service: DecisionService): Promise<void> {
  await service.define('sites', { definition: SIZED });
  const subjects = [
    { name: 'hill', site: 'north', size: 3, context: { soil: 'sand' } },
    { name: 'vale', site: 'south', size: 7, allowed: ['early', 'local'] },
  ];
  await service.putSubjects('sites', { subjects, reason: 'a register' });
  const season: GroupRequest = {
    group: '2027',
    situations: [
      { context: { rain: FORECAST }, subject: 'hill' },
      { context: { rain: 40, soil: 'clay' }, subject: 'vale' },
      { context: { rain: 200, soil: 'sand' }, size: 0.5, site: 'north' },
    ],
  };
  const { plan } = await service.issueGroup('sites', season, { scope: 'local', text: 'plan' });
  const receipts = plan.receipts as readonly DecisionReceipt[];
  const lines = receipts.map(({ id }, line) => ({ decision: id, value: 9 + line }));
  await service.rewardMany('sites', lines);
  await service.closeGroup('sites', '2027');
  const spring = { context: { rain: 12, soil: 'clay' }, size: 3, group: 'spring', site: 'north' };
  for (let round = 0; round < 6; round++) await decide(service, 'sites', spring);
  await service.removeSubject('sites', { name: 'vale', reason: 'sold' });
}

async function playDivided(service: DecisionService): Promise<void> {
  await service.define('divided', { definition: DIVIDED });
  const season: GroupRequest = {
    group: '2027',
    situations: [
      { context: { rain: 120 }, size: 3, site: 'north' },
      { context: { rain: 40 }, size: 7, site: 'south', blocks: 2 },
    ],
  };
  await service.issueGroup('divided', season, { scope: 'local', text: null });
  await service.closeGroup('divided', '2027');
  for (let round = 0; round < 5; round++) {
    const request = { context: { rain: 60 * round }, size: 4, site: 'north', proposal: 'early' };
    const { id, parts } = await decide(service, 'divided', request);
    const share = parts?.find(({ role }) => role === 'try')?.share ?? 0;
    if (round === 1 && share > 0) {
      await service.ack(id, { executed: { share: share / 2, isInnocent: true } });
    }
    if (share > 0) await service.reward(id, { try: 12 });
    await service.reward(id, { check: 8 });
    if (round === 2) await service.correct(id, { check: 9, reason: 'scale' });
  }
}

/** A prior that says how seasons stray: outlooks stand in the receipts. */
async function playSeasons(service: DecisionService): Promise<void> {
  await service.define('seasons', { definition: SEASONS });
  for (const mean of [60, 120, 900]) {
    const rain = { kind: 'normal', mean, sd: 10 } as const;
    const { id } = await decide(service, 'seasons', { context: { rain }, size: 4 });
    await service.reward(id, { check: 8 });
  }
}

/** With five features: the level, rain, two attributes of actions, and rain with the first of them. */
const SEASONS: PolicyDefinition = {
  ...DIVIDED,
  context: { rain: { min: -1000, max: 1000, seen: { min: 0, max: 300, step: 100 } } },
  features: {
    kind: 'terms',
    actionVectors: [
      [0, 0],
      [1, 0],
      [0.5, 1],
    ],
    contextDimension: 1,
    terms: [
      [null, null],
      [null, 0],
      [0, null],
      [1, null],
      [0, 0],
    ],
  },
  prior: {
    weights: [1, 0.001, 0.5, 0.25, 0.001],
    precision: [2, 2, 3, 3, 3],
    noiseVariance: 0.5,
    offset: 8,
    seasonVariance: [0.5, 0, 0.1, 0.1, 0],
    guard: { level: 1.5, action: 0.5 },
  },
  seed: 4,
};

async function playRetired(service: DecisionService): Promise<void> {
  await service.define('retired', { definition: KNOWN });
  await decide(service, 'retired', { context: { rain: 1 } });
  await service.remove('retired', { reason: 'sold' });
  await service.restore('retired', { reason: 'bought back' });
  await decide(service, 'retired', { context: { rain: 2 } });
  await service.remove('retired', { reason: 'sold again' });
}
