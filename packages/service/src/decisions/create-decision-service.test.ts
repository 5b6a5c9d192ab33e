/**
 * What the service answers, case by case, as SERVICE 4 wants it.
 */
import { HedgerowError } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { readEntryText } from '../journal/entry-text.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import { PROBLEM_STATUS, ServiceProblem } from '../problems/problem.ts';
import type { DecisionPage, DecisionReceipt } from '../wire.ts';
import { FARM, RAIN, refusalOf, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const local = (text: string | null) => ({ scope: 'local', text });

async function kindsOf(journal: MemoryJournal, policy = 'farm') {
  const entries = await journal.read(policy, 0, 10_000);
  return entries.map(({ text }) => readEntryText(text).kind);
}

describe('the first decision', () => {
  it('creates the policy from the definition that came along, and stores both', async () => {
    const journal = new MemoryJournal();
    const { decide, service } = sampleService({ journal });
    const receipt = await decide();
    expect(receipt).toMatchObject({ id: 'farm.1.1', sequence: 1, mode: 'live', policy: 'farm' });
    expect(await kindsOf(journal)).toEqual(['policy-created', 'decided']);
    expect((await service.policy('farm')).definition.execution).toBe('confirm');
  });

  it('leaves no policy behind if it is refused', async () => {
    const journal = new MemoryJournal();
    const { decide, service } = sampleService({ journal });
    const refused = decide({ context: { rain: 'much' } });
    expect(await refusalOf(refused)).toBe('HR_INVALID_INPUT');
    expect(await journal.listPolicies()).toEqual([]);
    expect(await refusalOf(service.policy('farm'))).toBe('HR_POLICY_UNKNOWN');
  });

  it('is refused without a definition, and the policy stays unknown', async () => {
    const { service } = sampleService();
    expect(await refusalOf(service.decide('farm', RAIN, local(null)))).toBe('HR_POLICY_UNKNOWN');
  });

  it('draws a seed where the proposer draws and none is given, and keeps it for ever', async () => {
    const { seed: _, ...seedless } = FARM;
    const plain = sampleService({ definition: seedless, drawSeed: () => '424242' });
    await plain.decide();
    expect((await plain.service.policy('farm')).definition.seed).toBeUndefined();
    const definition = { ...seedless, proposer: { kind: 'thompson' as const } };
    const { decide, service } = sampleService({ definition, drawSeed: () => '424242' });
    await decide();
    expect((await service.policy('farm')).definition.seed).toBe('424242');
    await decide();
    expect((await service.policy('farm')).generation).toBe(1);
  });
});

describe('an inline definition', () => {
  it('may leave seed and execution out, and is refused if anything else differs', async () => {
    const { decide, service } = sampleService();
    await decide();
    const { seed: _, ...seedless } = FARM;
    await decide({ policy: { ...seedless, execution: 'confirm' } });
    for (const other of [
      { ...FARM, allowedShortfall: 0.3 },
      { ...FARM, seed: 8 },
      { ...FARM, execution: 'assume' as const },
    ]) {
      expect(await refusalOf(decide({ policy: other }))).toBe('HR_DEFINITION_DIFFERS');
    }
    expect((await service.policy('farm')).counts.decisions).toBe(2);
  });

  it.each([
    ['too many actions', { actions: Array.from({ length: 1001 }, (_, i) => `a${i}`) }],
    ['too many features', { actions: Array.from({ length: 200 }, (_, i) => `a${i}`) }],
    [
      'too many coordinates',
      {
        actions: ['a0', 'a1'],
        context: {
          where: { categories: Array.from({ length: 300 }, (_, i) => `c${i}`) },
        },
      },
    ],
  ])('is refused with %s', async (_, change) => {
    const { service } = sampleService();
    const definition = { ...FARM, ...change, baseline: { action: 'a0', reward: 10 } };
    await expect(service.define('large', { definition })).rejects.toMatchObject({
      code: 'HR_INVALID_INPUT',
      message: expect.stringContaining('at most'),
      status: 422,
    });
  });
});

describe('an idempotency key', () => {
  it('gives the stored bytes again and decides nothing (I4)', async () => {
    const { service } = sampleService();
    const request = { policy: FARM, ...RAIN };
    const first = await service.decide('farm', request, local('k'));
    const before = await service.policy('farm');
    const again = await service.decide('farm', request, local('k'));
    expect(again).toEqual({ text: first.text, isReplay: true });
    expect(await service.policy('farm')).toEqual(before);
  });

  it('gives the stored bytes after a restart, and to another process', async () => {
    const journal = new MemoryJournal();
    const first = sampleService({ journal });
    const request = { policy: FARM, ...RAIN };
    const { text } = await first.service.decide('farm', request, local('k'));
    await first.service.close();
    const second = sampleService({ journal });
    expect(await second.service.decide('farm', request, local('k'))).toEqual({
      text,
      isReplay: true,
    });
  });

  it('is refused with another body, and is free for other callers and policies', async () => {
    const { service } = sampleService();
    const request = { policy: FARM, ...RAIN };
    await service.decide('farm', request, local('k'));
    const other = { ...request, context: { rain: 121 } };
    expect(await refusalOf(service.decide('farm', other, local('k')))).toBe('HR_KEY_REUSED');
    const stranger = await service.decide('farm', other, { scope: 'hk_2', text: 'k' });
    expect(stranger.isReplay).toBe(false);
    expect((await service.decide('other', other, local('k'))).isReplay).toBe(false);
  });

  it('sent twice at once is decided once, and both get the same bytes', async () => {
    const { service } = sampleService();
    const request = { policy: FARM, ...RAIN };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.decide('farm', request, local('k'))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(4);
    expect((await service.policy('farm')).counts.decisions).toBe(1);
  });
});

describe('rewards', () => {
  it('are recorded once; the same again changes nothing; another value is refused', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide();
    expect(await service.reward(id, { value: 12 })).toEqual({
      id,
      outcome: 'recorded',
      state: 'executed',
      reward: 12,
      isLearnt: true,
    });
    const before = await service.policy('farm');
    expect((await service.reward(id, { value: 12 })).outcome).toBe('repeated');
    expect(await refusalOf(service.reward(id, { value: 13 }))).toBe('HR_REWARD_CONTRADICTS');
    expect(await service.policy('farm')).toEqual(before);
  });

  it.each([-0.001, 20.001, Number.NaN, Number.POSITIVE_INFINITY])(
    'outside the range are refused and never clipped: %s',
    async (value) => {
      const { service, decide } = sampleService();
      const { id } = await decide();
      const before = await service.policy('farm');
      expect(await refusalOf(service.reward(id, { value }))).toBe('HR_INVALID_INPUT');
      expect(await service.policy('farm')).toEqual(before);
    },
  );

  it.each(['nonsense', 'farm.1.2', 'farm.2.1', 'farm.01.1', 'other.1.1', 'farm.1.0'])(
    'of unknown decisions are refused with the same words: %s',
    async (id) => {
      const { service, decide } = sampleService();
      await decide();
      const refusals = await Promise.all(
        [service.reward(id, { value: 1 }), service.reward('unheard.1.1', { value: 1 })].map(
          (call) => call.catch((error: ServiceProblem) => [error.code, error.message]),
        ),
      );
      expect(refusals[0]).toEqual(refusals[1]);
      expect(refusals[0]).toMatchObject(['HR_DECISION_UNKNOWN', expect.any(String)]);
    },
  );

  it('may bring the context as it turned out, and a spread one is refused', async () => {
    const { service, decide } = sampleService();
    const [first, second] = [await decide(), await decide()];
    await service.reward(first.id, { value: 12, context: { rain: 90 } });
    const spread = { rain: { kind: 'normal' as const, mean: 90, sd: 3 } };
    const refused = service.reward(second.id, { value: 12, context: spread });
    expect(await refusalOf(refused)).toBe('HR_INVALID_INPUT');
    const { events } = await service.decision(first.id);
    expect(events).toMatchObject([{ kind: 'rewarded', value: 12, context: { rain: 90 } }]);
  });

  it('are corrected with a reason, which is kept', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide();
    const correction = { value: 9, reason: 'wrong field' };
    expect(await refusalOf(service.correct(id, correction))).toBe('HR_NO_REWARD_YET');
    await service.reward(id, { value: 12 });
    expect(await service.correct(id, correction)).toMatchObject({ outcome: 'recorded', reward: 9 });
    expect(await service.correct(id, correction)).toMatchObject({ outcome: 'repeated' });
    expect(await service.decision(id)).toMatchObject({
      reward: 9,
      correctionCount: 1,
      events: [
        { kind: 'rewarded', value: 12 },
        { kind: 'corrected', value: 9, previous: 12, reason: 'wrong field' },
      ],
    });
    expect((await service.policy('farm')).counts).toMatchObject({ corrections: 1, rewardTotal: 9 });
  });
});

describe('what became of a decision', () => {
  it('is told once: played, fell back or void', async () => {
    const { service, decide } = sampleService();
    const [played, fallen, void_] = [await decide(), await decide(), await decide()];
    expect((await service.ack(played.id, {})).state).toBe('executed');
    expect((await service.ack(fallen.id, { played: 'baseline', reason: 'unrelated' })).state).toBe(
      'fell-back',
    );
    expect((await service.void(void_.id, { reason: 'unrelated', note: 'rain' })).state).toBe(
      'void',
    );
    const { counts } = await service.policy('farm');
    expect(counts).toMatchObject({ unresolved: 0, pending: 1, fellBack: 1, voided: 1 });
    const repeated = await Promise.all([
      service.ack(played.id, {}),
      service.ack(fallen.id, { played: 'baseline', reason: 'unrelated' }),
      service.void(void_.id, { reason: 'unrelated' }),
    ]);
    expect(repeated.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated', 'repeated']);
    const refusals = await Promise.all([
      refusalOf(service.void(played.id, { reason: 'unrelated' })),
      refusalOf(service.ack(played.id, { played: 'baseline', reason: 'unrelated' })),
      refusalOf(service.reward(fallen.id, { value: 1 })),
      refusalOf(service.reward(void_.id, { value: 1 })),
      refusalOf(service.ack(void_.id, {})),
      refusalOf(service.void(fallen.id, { reason: 'unrelated' })),
    ]);
    expect(refusals).toEqual([
      'HR_ALREADY_PLAYED',
      'HR_ALREADY_PLAYED',
      'HR_NOT_PLAYED',
      'HR_NOT_PLAYED',
      'HR_NOT_PLAYED',
      'HR_NOT_PLAYED',
    ]);
  });

  it('is implied by a reward', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide();
    expect((await service.reward(id, { value: 10 })).state).toBe('executed');
    expect((await service.ack(id, {})).outcome).toBe('repeated');
    expect(await refusalOf(service.void(id, { reason: 'unrelated' }))).toBe('HR_ALREADY_PLAYED');
  });

  it('is taken for granted with execution "assume"', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, execution: 'assume' } });
    const { id } = await decide();
    expect((await service.ack(id, {})).outcome).toBe('repeated');
    expect(await refusalOf(service.void(id, { reason: 'unrelated' }))).toBe('HR_ALREADY_PLAYED');
    expect((await service.policy('farm')).counts.unresolved).toBe(0);
  });
});

describe('the books', () => {
  async function learnerRound() {
    const sample = sampleService({ definition: { ...FARM, reserve: 16 } });
    const receipt = await sample.decide();
    expect(receipt).toMatchObject({ chosenBy: 'learner', margin: { before: 16 } });
    const margin = async () => (await sample.service.policy('farm')).margin!;
    return { ...sample, ...receipt, marginNow: margin };
  }

  it('debit a proposal at issue, by the worst it can cost', async () => {
    const { marginNow } = await learnerRound();
    expect(await marginNow()).toBeCloseTo(16 - 7.5, 9);
  });

  it('give the debit back when nothing was played, and no credit', async () => {
    const { service, id, marginNow } = await learnerRound();
    await service.void(id, { reason: 'unrelated' });
    expect(await marginNow()).toBeCloseTo(16, 9);
  });

  it('give the debit back and the baseline’s credit when it fell back', async () => {
    const { service, id, marginNow } = await learnerRound();
    await service.ack(id, { played: 'baseline', reason: 'unrelated' });
    expect(await marginNow()).toBeCloseTo(16 + 2.5, 9);
  });

  it('keep the debit when it was played, until the reward has come', async () => {
    const { service, id, marginNow } = await learnerRound();
    await service.ack(id, {});
    expect(await marginNow()).toBeCloseTo(16 - 7.5, 9);
  });

  it('credit a baseline round when it is confirmed, once, and not before', async () => {
    const { service, decide } = sampleService();
    const { id, chosenBy } = await decide();
    expect(chosenBy).toBe('baseline');
    expect((await service.policy('farm')).margin).toBe(0);
    await service.ack(id, {});
    await service.ack(id, {});
    expect((await service.policy('farm')).margin).toBeCloseTo(2.5, 9);
  });

  it('credit an interval with its lower end and debit it with its upper', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 16 } });
    const baseline = { reward: { min: 8, max: 12 } };
    await decide({ baseline });
    expect((await service.policy('farm')).margin).toBeCloseTo(16 - 0.75 * 12, 9);
    await service.setMode('farm', { mode: 'safe-mode' });
    const { id } = await decide({ baseline });
    await service.ack(id, {});
    expect((await service.policy('farm')).margin).toBeCloseTo(16 - 0.75 * 12 + 0.25 * 8, 9);
  });
});

describe('decisions settled long ago', () => {
  it('are recognised, but no longer corrected, also after a restart', {
    timeout: 60_000,
  }, async () => {
    const journal = new MemoryJournal();
    const first = sampleService({ journal });
    const count = 10_002;
    for (let made = 0; made < count; made += 1_667) {
      await Promise.all(Array.from({ length: 1_667 }, () => first.decide()));
    }
    // The newest is settled first, so it is the first to be forgotten.
    for (let sequence = count; sequence > 0; sequence -= 1_667) {
      await Promise.all(
        Array.from({ length: 1_667 }, (_, i) =>
          first.service.reward(`farm.1.${sequence - i}`, { value: 10 }),
        ),
      );
    }
    await first.service.close();
    const { service, decide } = sampleService({ journal });
    await service.reward((await decide()).id, { value: 10 });
    const correction = { value: 11, reason: 'late' };
    const [forgotten, kept] = ['farm.1.10000', 'farm.1.1'];
    expect(await refusalOf(service.correct(forgotten!, correction))).toBe('HR_TOO_LATE');
    expect((await service.reward(forgotten!, { value: 10 })).outcome).toBe('repeated');
    expect(await refusalOf(service.reward(forgotten!, { value: 11 }))).toBe(
      'HR_REWARD_CONTRADICTS',
    );
    expect(await service.correct(kept!, correction)).toMatchObject({ isLearnt: true });
    const late = sampleService({ journal: new MemoryJournal({ disk: journal.disk }) });
    expect((await late.service.policy('farm')).health.state).toBe('ok');
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });
});

describe('modes', () => {
  it('safe mode gives every round to the baseline, in one call, and back', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 100 } });
    expect((await decide()).chosenBy).toBe('learner');
    expect((await service.setMode('farm', { mode: 'safe-mode' })).mode).toBe('safe-mode');
    expect(await decide()).toMatchObject({
      reason: 'safe-mode',
      action: 'local',
      mode: 'safe-mode',
    });
    await service.setMode('farm', { mode: 'live' });
    expect((await decide()).chosenBy).toBe('learner');
  });

  it('shadow plays the baseline and says what would have been played', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 100 } });
    await service.define('farm', { definition: { ...FARM, reserve: 100 } });
    await service.setMode('farm', { mode: 'shadow', reason: 'trial' });
    const receipt = await decide();
    expect(receipt).toMatchObject({ chosenBy: 'baseline', reason: 'shadow', action: 'local' });
    expect(receipt.proposal).not.toBe('local');
    const before = (await service.policy('farm')).margin!;
    await service.ack(receipt.id, {});
    expect((await service.policy('farm')).margin!).toBeCloseTo(before + 2.5, 9);
  });

  it('survive a restart and a new generation', async () => {
    const journal = new MemoryJournal();
    const first = sampleService({ journal });
    await first.decide();
    await first.service.setMode('farm', { mode: 'safe-mode' });
    await first.service.close();
    const { service, decide } = sampleService({ journal });
    expect((await decide()).reason).toBe('safe-mode');
    const definition = { ...FARM, reserve: 100 };
    await service.define('farm', { definition, reason: 'more to lose' });
    expect((await decide({ policy: definition })).reason).toBe('safe-mode');
  });
});

describe('generations', () => {
  it('start when the definition changes, with a reason, and seal what came before', async () => {
    const { service, decide } = sampleService();
    const old = await decide();
    const definition = { ...FARM, failureProbability: 0.01 };
    expect(await refusalOf(service.define('farm', { definition }))).toBe('HR_INVALID_INPUT');
    const view = await service.define('farm', { definition, reason: 'surer' });
    expect(view).toMatchObject({ generation: 2, counts: { decisions: 0 } });
    const fresh = await decide({ policy: definition });
    expect(fresh.id).toBe('farm.2.1');
    expect(await service.reward(old.id, { value: 12 })).toMatchObject({
      outcome: 'recorded',
      isLearnt: false,
    });
    expect((await service.reward(old.id, { value: 12 })).outcome).toBe('repeated');
    expect(await refusalOf(service.reward(old.id, { value: 13 }))).toBe('HR_REWARD_CONTRADICTS');
    expect((await service.policy('farm')).counts.rewards).toBe(0);
    expect((await service.audit('farm')).failureProbabilityTotal).toBeCloseTo(0.06, 12);
  });

  it('do not start for the same definition', async () => {
    const { service, decide } = sampleService();
    await decide();
    const { seed: _, ...same } = FARM;
    expect((await service.define('farm', { definition: same })).generation).toBe(1);
  });

  it('take rewards in the range of their own definition', async () => {
    const { service, decide } = sampleService();
    const { id } = await decide();
    const definition = { ...FARM, reward: { min: 0, max: 12 } };
    await service.define('farm', { definition, reason: 'narrower' });
    expect(await refusalOf(service.reward(id, { value: 21 }))).toBe('HR_INVALID_INPUT');
    expect((await service.reward(id, { value: 19 })).outcome).toBe('recorded');
  });
});

describe('looking', () => {
  it('previews what would be decided and changes nothing', async () => {
    const { service, decide } = sampleService();
    await decide();
    const before = await service.policy('farm');
    const preview = await service.preview('farm', RAIN);
    expect(await service.policy('farm')).toEqual(before);
    const { action, margin, proposal } = await decide();
    expect({ action, margin, proposal }).toEqual({
      action: preview.action,
      margin: preview.margin,
      proposal: preview.proposal,
    });
    expect((await service.preview('new', { policy: FARM, ...RAIN })).sequence).toBe(1);
    expect(await refusalOf(service.preview('new', RAIN))).toBe('HR_POLICY_UNKNOWN');
    expect(await refusalOf(service.policy('new'))).toBe('HR_POLICY_UNKNOWN');
  });

  it('pages through decisions, newest first, to the end', async () => {
    const { service, decide } = sampleService();
    for (let i = 0; i < 7; i++) await decide();
    const seen: number[] = [];
    let before: number | null = Number.MAX_SAFE_INTEGER;
    while (before !== null) {
      const page: DecisionPage = await service.decisions('farm', { limit: 3, before });
      seen.push(...page.decisions.map(({ sequence }) => sequence));
      before = page.next;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('lists policies, and keeps them apart (I12)', async () => {
    const { service, decide } = sampleService();
    await decide();
    const alone = await service.policy('farm');
    const other = await decide({}, null, 'other');
    await service.reward(other.id, { value: 20 });
    expect(await service.policy('farm')).toEqual(alone);
    expect((await service.policies()).policies.map(({ id }) => id)).toEqual(['farm', 'other']);
  });

  it('exports every decision of the generation, oldest first', async () => {
    const { service, decide } = sampleService();
    for (let i = 0; i < 3; i++) await decide();
    const sequences: number[] = [];
    for await (const page of service.allDecisions('farm')) {
      sequences.push(...page.map(({ sequence }) => sequence));
    }
    expect(sequences).toEqual([1, 2, 3]);
  });
});

describe('wrong input', () => {
  it.each([
    ['an unknown variable', { context: { rain: 1, snow: 2 } }],
    ['a missing variable', { context: {} }],
    ['an unknown baseline', { baseline: { action: 'none' } }],
    ['a baseline below zero', { baseline: { reward: -1 } }],
    ['a baseline that earns what nothing can', { baseline: { reward: 1e300 } }],
    ['an unknown action', { allowed: ['none'] }],
    ['an unknown proposal', { proposal: 'none' }],
  ])('books nothing and says where: %s', async (_, change) => {
    const { service, decide } = sampleService();
    await decide();
    const before = await service.policy('farm');
    const refused = await decide(change).catch((error: ServiceProblem) => error);
    expect(refused).toMatchObject({ code: 'HR_INVALID_INPUT', status: 422 });
    expect((refused as ServiceProblem).cause).toBeInstanceOf(HedgerowError);
    expect(await service.policy('farm')).toEqual(before);
    // The next decision is the one that would have been made without it.
    const twin = sampleService();
    await twin.decide();
    expect(strip(await decide())).toEqual(strip(await twin.decide()));
  });

  it('with an absurd spread does not halt the policy for everyone else', async () => {
    const { service, decide } = sampleService({
      definition: {
        ...FARM,
        features: {
          kind: 'kronecker',
          actionVectors: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          lift: { kind: 'degree-two', contextDimension: 1 },
        },
      },
    });
    await decide();
    const before = await service.policy('farm');
    const rain = { kind: 'normal', mean: 120, sd: 1e100 } as const;
    expect(await refusalOf(decide({ context: { rain } }))).toBe('HR_INVALID_INPUT');
    expect(await service.policy('farm')).toEqual(before);
    expect((await decide()).reason).not.toBe('halted');
  });

  it('is refused in the name of a policy', async () => {
    const { service } = sampleService();
    expect(await refusalOf(service.policy('../etc'))).toBe('HR_INVALID_INPUT');
  });
});

describe('closing', () => {
  it('finishes what is under way and takes no more', async () => {
    const { service, decide } = sampleService();
    const last = decide();
    await Promise.resolve();
    await service.close();
    expect((await last).id).toBe('farm.1.1');
    expect(await refusalOf(decide())).toBe('HR_CLOSING');
    expect(await refusalOf(service.checkReady())).toBe('HR_CLOSING');
  });
});

it('gives every problem the status of its code', () => {
  for (const code of Object.keys(PROBLEM_STATUS) as (keyof typeof PROBLEM_STATUS)[]) {
    expect(new ServiceProblem({ code, detail: '' }).status).toBe(PROBLEM_STATUS[code]);
  }
});

function strip({ decidedAt: _, ...receipt }: DecisionReceipt) {
  return receipt;
}
