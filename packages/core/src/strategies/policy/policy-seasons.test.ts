/**
 * Sizes, groups, sites and divided decisions through the policy: asking changes nothing, what is refused
 * changes nothing, no news is bad news, what was corrected leaves no trace, and every snapshot goes on.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import type { Receipt } from './receipt.ts';
import {
  anyDivided,
  anyStep,
  anyWhole,
  isDivided,
  margins,
  type Step,
  take,
} from './testing/season-life.ts';

const anyDefinition = fc.oneof(anyWhole, anyDivided);
const anyLife = fc.array(anyStep, { minLength: 3, maxLength: 25 });
const RUNS = { numRuns: 150 };

const SITUATION = { context: { temperature: 20 }, size: 3, proposal: 'new' };

/** Everything that can be asked, of every site. */
function askEverything(policy: Policy, definition: PolicyDefinition): void {
  const period = definition.period === 'named' ? { period: 'first' } : {};
  margins(policy);
  policy.weights();
  policy.snapshot();
  for (const group of [undefined, '2026', '2029']) {
    const options = { ...period, ...(group === undefined ? {} : { group }) };
    const situations = [SITUATION, { ...SITUATION, site: 'north' }, { ...SITUATION, site: 'west' }];
    const { context, ...own } = SITUATION;
    for (const ask of [
      () => policy.preview(context, { ...own, ...options }),
      () => policy.previewTogether(situations, options),
    ]) {
      try {
        ask();
      } catch {
        // A question may be refused like any other call.
      }
    }
  }
}

function isRefused(answer: string): boolean {
  return answer.startsWith('refused') || (/^[a-z-]+$/.test(answer) && answer !== 'recorded');
}

describe('a policy with sizes, groups, sites or parts', () => {
  it('tells what its rewards may depend on, also after it was kept', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const policy = createPolicy(definition);
        expect(policy.variables).toEqual(definition.context);
        expect(restorePolicy(policy.snapshot()).variables).toEqual(definition.context);
      }),
      { numRuns: 20 },
    );
  });

  it('is not changed by questions, whatever they are', () => {
    fc.assert(
      fc.property(anyDefinition, anyLife, (definition, steps) => {
        const [silent, asked] = [createPolicy(definition), createPolicy(definition)];
        for (const step of steps) {
          askEverything(asked, definition);
          expect(take(asked, definition, step)).toBe(take(silent, definition, step));
        }
        askEverything(asked, definition);
        expect(asked.snapshot()).toBe(silent.snapshot());
      }),
      { numRuns: 80 },
    );
  });

  it('goes on bit for bit from a snapshot of any moment', () => {
    fc.assert(
      fc.property(anyDefinition, anyLife, fc.nat(), (definition, steps, moment) => {
        let policy = createPolicy(definition);
        const original = createPolicy(definition);
        steps.forEach((step, i) => {
          if (i === moment % steps.length) policy = restorePolicy(policy.snapshot());
          expect(take(policy, definition, step)).toBe(take(original, definition, step));
        });
        expect(margins(policy)).toEqual(margins(original));
        expect(policy.snapshot()).toBe(original.snapshot());
      }),
      RUNS,
    );
  });

  it('is not changed by what it refuses, not even by a part of a plan', () => {
    fc.assert(
      fc.property(anyDefinition, anyLife, (definition, steps) => {
        const policy = createPolicy(definition);
        for (const step of steps) {
          const before = policy.snapshot();
          if (isRefused(take(policy, definition, step))) expect(policy.snapshot()).toBe(before);
        }
      }),
      RUNS,
    );
  });

  it('never has a smaller margin for news of what was executed as issued, or not at all', () => {
    const end = fc.constantFrom('best', 'worst', 'cancel', 'confirm', 'closeGroup');
    fc.assert(
      fc.property(anyDefinition, anyLife, fc.array(end), (definition, steps, ends) => {
        const policy = createPolicy(definition);
        for (const step of steps) take(policy, definition, step);
        ends.forEach((kind, i) => {
          const before = margins(policy);
          take(policy, definition, newsOf(kind, i + 1));
          margins(policy).forEach((margin, at) => {
            expect(margin).toBeGreaterThanOrEqual(before[at]! - 1e-9 * (1 + Math.abs(before[at]!)));
          });
        });
      }),
      RUNS,
    );
  });

  it('does not touch the margin of one site by news of another', () => {
    fc.assert(
      fc.property(anyDefinition, anyLife, (definition, steps) => {
        const policy = createPolicy(definition);
        const siteOf = new Map<string, string | undefined>();
        for (const step of steps) {
          const before = margins(policy);
          const sites = sitesOf(policy, definition, step, siteOf);
          if (sites === null) continue;
          ['', 'north', 'south'].forEach((site, at) => {
            if (!sites.has(site)) expect(margins(policy)[at]).toBe(before[at]);
          });
        }
      }),
      RUNS,
    );
  });

  it('has the same margin whatever was reported before the truth', () => {
    const reports = fc.array(fc.integer({ min: 2, max: 10 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyDefinition, reports, fc.nat(5), (definition, values, which) => {
        const [misled, plain] = [createPolicy(definition), createPolicy(definition)];
        const told = (value: number) =>
          isDivided(definition) ? { try: value, check: 12 - value } : value;
        const period = definition.period === 'named' ? { period: 'first' } : {};
        for (const policy of [misled, plain]) {
          policy.decideTogether(Array(6).fill(SITUATION), { ...period, group: 'g' });
        }
        const id = `d${which + 1}`;
        // Where nothing was tried there is no try to report.
        try {
          plain.observe(id, told(6));
        } catch {
          return;
        }
        misled.observe(id, told(values[0]!));
        for (const value of [...values.slice(1), 6]) misled.correct(id, told(value));
        for (const policy of [misled, plain]) policy.closeGroup();
        expect(misled.margin()).toBeCloseTo(plain.margin(), 9);
        expect(misled.weights()).toEqual(plain.weights());
      }),
      RUNS,
    );
  });

  it('learns the same from a plan in whatever order its rewards come, bit for bit', () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(anyDefinition, order, (definition, ids) => {
        const period = definition.period === 'named' ? { period: 'first' } : {};
        const lives = [ids, [1, 2, 3, 4, 5]].map((sequence) => {
          const policy = createPolicy(definition);
          const { receipts } = policy.decideTogether(
            [1, 2, 3, 4, 5].map((i) => ({ ...SITUATION, size: i })),
            { ...period, group: 'g' },
          );
          for (const i of sequence) report(policy, receipts[i - 1]!, definition);
          policy.closeGroup();
          const next = policy.decide({ temperature: 11 }, { ...period, size: 2 });
          return [margins(policy), policy.weights(), next];
        });
        expect(lives[0]).toEqual(lives[1]);
      }),
      RUNS,
    );
  });
});

/** Tells the reward of a decision, in parts where it has some, by its sequence alone. */
function report(policy: Policy, receipt: Receipt, definition: PolicyDefinition): void {
  const reward = 2 + (receipt.sequence % 8);
  if (!isDivided(definition)) {
    policy.observe(receipt.id, reward);
    return;
  }
  const roles = receipt.parts!.map(({ role }) => role);
  if (receipt.sequence % 2 === 0) roles.reverse();
  for (const role of roles) policy.observe(receipt.id, { [role]: role === 'try' ? reward : 6 });
}

function newsOf(kind: string, of: number): Step {
  const reward = kind === 'best' ? 10 : 2;
  switch (kind) {
    case 'best':
    case 'worst':
      return { kind: 'observe', of, reward, parts: { try: reward, check: 12 - reward } };
    case 'confirm':
      return { kind, of, share: null };
    case 'cancel':
      return { kind, of, reason: 'unrelated' };
    default:
      return { kind: 'closeGroup' };
  }
}

/** Takes the step; the sites whose margin it may change, '' for none, or null for all of them. */
function sitesOf(
  policy: Policy,
  definition: PolicyDefinition,
  step: Step,
  siteOf: Map<string, string | undefined>,
): ReadonlySet<string> | null {
  const answer = take(policy, definition, step);
  if (step.kind === 'closeGroup') return null;
  if (step.kind !== 'decide') return new Set([siteOf.get(`d${step.of}`) ?? '']);
  if (answer.startsWith('refused')) return new Set();
  const plan = JSON.parse(answer) as Receipt | { readonly receipts: readonly Receipt[] };
  const receipts = 'receipts' in plan ? plan.receipts : [plan];
  const sites = step.situations.map(({ site }) => site);
  receipts.forEach(({ id }, i) => {
    siteOf.set(id, sites[i]);
  });
  // A new group closes the one before, and a new period begins, at every site.
  const isForAll = step.group !== undefined || definition.period !== undefined;
  return isForAll ? null : new Set(receipts.map((_, i) => sites[i] ?? ''));
}

const WHOLE: PolicyDefinition = {
  actions: ['new', 'local'],
  baseline: { action: 'local', reward: 6 },
  context: {},
  reward: { min: 2, max: 10 },
  allowedShortfall: 0.25,
  size: { typical: 1 },
  reserve: 100,
  execution: 'confirm',
  seed: 3,
};

describe('a group', () => {
  it('is closed to every site by the first reward of any, and for good', () => {
    const policy = createPolicy(WHOLE);
    const { id } = policy.decide({}, { group: '2026', site: 'north' });
    policy.decide({}, { group: '2026', site: 'south' });
    policy.observe(id, 7);
    for (const site of ['north', 'south', 'west']) {
      const join = () => policy.decide({}, { group: '2026', site });
      expect(join).toThrow('one whose first reward has been told');
      const restored = restorePolicy(policy.snapshot());
      expect(() => restored.decide({}, { group: '2026', site })).toThrow('has been told');
    }
    policy.decide({}, { group: '2027', site: 'south' });
    for (const site of ['north', 'south', 'west']) {
      expect(() => policy.decide({}, { group: '2026', site })).toThrow('but it is closed');
      expect(() => policy.previewTogether([{ context: {}, site }], { group: '2026' })).toThrow();
    }
    expect(policy.sites).toEqual(['north', 'south']);
  });

  it('counts and teaches what comes late, when it is closed', () => {
    const policy = createPolicy(WHOLE);
    const proposal = { proposal: 'new', group: '2026' };
    const ids = [1, 2, 3].map(() => policy.decide({}, proposal).id);
    for (const id of ids) policy.confirm(id);
    const before = [policy.margin(), policy.weights().observationCount];
    policy.observe(ids[0]!, 10);
    expect([policy.margin(), policy.weights().observationCount]).toEqual(before);
    policy.closeGroup();
    const closed = policy.margin();
    for (const id of ids.slice(1)) policy.observe(id, 10);
    expect(policy.margin()).toBeGreaterThanOrEqual(closed);
    expect(policy.weights().observationCount).toBe(3);
  });

  it('is closed at all sites at once', () => {
    const policy = createPolicy({ ...WHOLE, execution: 'assume' });
    const situations = ['north', 'south'].flatMap((site) =>
      Array(30).fill({ context: {}, proposal: 'new', site, size: 0.1 }),
    );
    const { receipts } = policy.decideTogether(situations, { group: '2026' });
    for (const { id } of receipts) policy.observe(id, 10);
    const before = margins(policy);
    policy.closeGroup();
    for (const at of [1, 2]) expect(margins(policy)[at]).toBeGreaterThan(before[at]!);
  });

  it('keeps in the promise what is taken back when its weather is known, at every site', () => {
    for (const takeBack of ['cancel', 'fellBack'] as const) {
      const policy = createPolicy(WHOLE);
      const { receipts } = policy.decideTogether(
        ['north', 'south', 'south'].map((site) => ({ context: {}, proposal: 'new', site })),
        { group: '2026' },
      );
      const [north, south, other] = receipts.map(({ id }) => id) as [string, string, string];
      const open = policy.margin('south');
      expect(policy[takeBack](other, { reason: 'unrelated' })).toBe('recorded');
      const free = policy.margin('south');
      expect(free).toBeGreaterThan(open);
      policy.observe(north, 2);
      expect(policy[takeBack](south, { reason: 'unrelated' })).toBe('recorded');
      expect(policy.margin('south')).toBe(free);
    }
  });

  it('is closed where a period ended, and nothing changes if it is joined all the same', () => {
    const policy = createPolicy({ ...WHOLE, period: 2 });
    policy.decide({}, { group: 'g' });
    const ids = [1, 2].map(() => policy.decide({}).id);
    for (const id of ids) policy.observe(id, 6);
    const before = policy.snapshot();
    expect(() => policy.decide({}, { group: 'g' })).toThrow('which is closed');
    expect(policy.snapshot()).toBe(before);
    expect(policy.decide({}, { group: 'g', site: 'north' }).sequence).toBe(4);
  });

  it('does not reach from one period into the next, and nothing changes if that is tried', () => {
    const policy = createPolicy({ ...WHOLE, period: 'named' });
    policy.decide({}, { group: 'g', period: '2026' });
    const before = policy.snapshot();
    expect(() => policy.decide({}, { group: 'g', period: '2027' })).toThrow('of its own period');
    const plan = () => policy.decideTogether([{ context: {} }], { group: 'g', period: '2027' });
    expect(plan).toThrow('HR_CALL_ORDER');
    expect(policy.snapshot()).toBe(before);
    policy.decideTogether([{ context: {} }, { context: {} }], { group: 'h', period: '2027' });
  });
});

const { execution: _execution, ...rest } = WHOLE;
const FIELDS: PolicyDefinition = {
  ...rest,
  baseline: { action: 'local' },
  split: { strips: 10, drop: 4 },
};

describe('news of parts', () => {
  const divided = () => {
    const policy = createPolicy(FIELDS);
    const { id } = policy.decide({}, { proposal: 'new' });
    return { policy, id };
  };

  it('are taken once, in any words that say the same', () => {
    const { policy, id } = divided();
    const part = { reward: 9, measuredShare: 0.5 };
    expect(policy.observe(id, { try: part })).toBe('recorded');
    const margin = policy.margin();
    // What the caller does with its own object is nobody's news.
    part.reward = 2;
    expect(policy.margin()).toBe(margin);
    expect(policy.observe(id, { try: { measuredShare: 0.5, reward: 9 } })).toBe('repeated');
    expect(policy.observe(id, { try: 9 })).toBe('contradiction');
    expect(policy.observe(id, { try: 9, check: 6 })).toBe('contradiction');
    expect(policy.correct(id, { check: 6 })).toBe('no-reward-yet');
    expect(policy.observe(id, { check: { reward: 6, measuredShare: 1 } })).toBe('recorded');
    expect(policy.observe(id, { check: 6 })).toBe('repeated');
    expect(policy.correct(id, { check: 6 })).toBe('repeated');
    expect(policy.correct(id, { check: 5 })).toBe('recorded');
    expect(policy.pendingCount).toBe(0);
  });

  it('have no check where all of it is tried: what grows elsewhere is none', () => {
    const policy = createPolicy(FIELDS);
    const whole = () => policy.decide({}, { proposal: 'new', divisible: false });
    const { id, parts } = whole();
    expect(parts!.map(({ role, share }) => [role, share])).toEqual([['try', 1]]);
    const before = policy.snapshot();
    expect(() => policy.observe(id, { try: 2, check: 2 })).toThrow('reward.check must be left out');
    expect(policy.snapshot()).toBe(before);
    expect(policy.observe(id, { try: 2 })).toBe('recorded');
    expect(policy.pendingCount).toBe(0);
    // Strips that somebody chose to leave out were not drawn; those that nobody looked at were.
    const [chosen, innocent] = [whole().id, whole().id];
    policy.confirm(chosen, { share: 0.5, isInnocent: false });
    expect(() => policy.observe(chosen, { check: 2 })).toThrow('reward.check must be left out');
    policy.confirm(innocent, { share: 0.5, isInnocent: true });
    expect(policy.observe(innocent, { try: 5, check: 6 })).toBe('recorded');
    const kept = policy.decide({}, { proposal: 'new' }).id;
    policy.fellBack(kept, { reason: 'unrelated' });
    policy.observe(kept, { check: 6 });
    expect(policy.pendingCount).toBe(1);
  });

  it('that are corrected stand in the state in the same words after a question', () => {
    const texts = [true, false].map((isAsked) => {
      const { policy, id } = divided();
      policy.observe(id, { try: 2, check: 2 });
      policy.decide({});
      policy.correct(id, { check: 3 });
      if (isAsked) policy.weights();
      return policy.snapshot();
    });
    expect(texts[0]).toBe(texts[1]);
  });

  it('do not hide that it was executed otherwise: that is told first, or contradicts', () => {
    const { policy, id } = divided();
    expect(policy.confirm(id, { share: 0.3, isInnocent: false })).toBe('recorded');
    expect(policy.confirm(id, { share: 0.3, isInnocent: false })).toBe('repeated');
    expect(policy.confirm(id)).toBe('repeated');
    expect(policy.confirm(id, { share: 0.3, isInnocent: true })).toBe('contradiction');
    expect(policy.fellBack(id, { reason: 'unrelated' })).toBe('already-played');
    const told = divided();
    told.policy.observe(told.id, { try: 9 });
    expect(told.policy.confirm(told.id, { share: 1, isInnocent: false })).toBe('contradiction');
    expect(told.policy.fellBack(told.id, { reason: 'unrelated' })).toBe('already-played');
    expect(told.policy.cancel(told.id, { reason: 'unrelated' })).toBe('already-played');
    const kept = divided();
    expect([
      kept.policy.fellBack(kept.id, { reason: 'unrelated' }),
      kept.policy.fellBack(kept.id, { reason: 'unrelated' }),
    ]).toEqual(['recorded', 'repeated']);
  });

  it('charge another share by somebody who knew the strips, more than by somebody who did not', () => {
    const margins = [true, false].map((isInnocent) => {
      const { policy, id } = divided();
      policy.confirm(id, { share: 0.2, isInnocent });
      policy.observe(id, { try: 9, check: 6 });
      return policy.margin();
    });
    expect(margins[1]).toBeLessThanOrEqual(margins[0]!);
    const { policy, id } = divided();
    const unsaid = { share: 0.2 } as { share: number; isInnocent: boolean };
    expect(() => policy.confirm(id, unsaid)).toThrow('isInnocent must be true or false');
    const whole = policy.decide({}, { proposal: 'local' }).id;
    expect(() => policy.confirm(whole, { share: 0.5, isInnocent: true })).toThrow(
      'share must be 0 where the receipt gives nothing to a try',
    );
  });
});

describe('the book of divided decisions', () => {
  const many = (definition: Partial<PolicyDefinition>, told: object | null) => {
    const policy = createPolicy({ ...FIELDS, ...definition });
    for (let i = 0; i < 60; i++) {
      const { id } = policy.decide({}, { proposal: 'new' });
      if (told === null) policy.confirm(id);
      else policy.observe(id, told);
    }
    return policy.margin();
  };

  it('has a smaller margin the smaller the failure probability is', () => {
    const told = { try: 10, check: 4 };
    const [bold, careful] = [0.1, 0.0001].map((failureProbability) =>
      many({ failureProbability }, told),
    );
    expect(careful).toBeLessThan(bold!);
  });

  it('says nothing of parts of which one is lost, where outcomes may leave the range', () => {
    const noisy: Partial<PolicyDefinition> = {
      reward: { min: 2, max: 10, noiseScale: 0.1 },
      split: { strips: 10, drop: 4, plotNoise: { scale: 0.1 } },
    };
    expect(many(noisy, { try: 10 })).toBe(many(noisy, null));
    expect(many({}, { try: 10 })).toBeGreaterThan(many({}, null));
  });

  it('gives nothing back for what is cancelled: the strips were shown', () => {
    const policy = createPolicy(FIELDS);
    const { id, margin } = policy.decide({}, { proposal: 'new' });
    expect(margin.after).toBeLessThan(margin.before);
    expect(policy.cancel(id, { reason: 'unrelated' })).toBe('recorded');
    expect(policy.margin()).toBe(margin.after);
    expect(policy.observe(id, { try: 10 })).toBe('not-played');
    expect(policy.margin()).toBe(margin.after);
  });
});

describe('a plan of divided decisions', () => {
  it('divides what can be spent between like fields with one candidate, in whatever order they come', () => {
    const policy = createPolicy({
      actions: ['new', 'old'],
      baseline: { action: 'old' },
      context: { temperature: { min: 0, max: 40 } },
      reward: { min: 2, max: 16 },
      allowedShortfall: 0.1,
      reserve: 100,
      size: { typical: 10 },
      split: { strips: 1000 },
      seed: '7',
    });
    const like = { context: { temperature: 20 } };
    const situations = [5, 40, 10, 20].map((size) => ({ ...like, size }));
    const { receipts } = policy.decideTogether(situations, { group: '2026' });
    const shares = receipts.map(
      ({ parts = [] }) => parts.find(({ role }) => role === 'try')?.share,
    );
    expect(new Set(receipts.map(({ proposal }) => proposal))).toEqual(new Set(['new']));
    // What is free, 0.114, and then a part of the reserve each.
    expect(Math.min(...shares.map(Number))).toBeGreaterThan(0.15);
    expect(Math.max(...shares.map(Number)) - Math.min(...shares.map(Number))).toBeLessThan(0.002);
  });

  it('spends at each site what that site has, and nothing of others', () => {
    const policy = createPolicy({ ...FIELDS, reserve: 0 });
    for (let i = 0; i < 50; i++) {
      policy.observe(policy.decide({}, { proposal: 'local' }).id, { check: 10 });
    }
    expect(policy.margin()).toBeGreaterThan(10);
    const { receipts } = policy.decideTogether(
      ['north', 'south', undefined].map((site) => ({
        context: {},
        proposal: 'new',
        ...(site === undefined ? {} : { site }),
      })),
    );
    const shares = receipts.map(({ parts }) => parts!.find(({ role }) => role === 'try')!.share);
    expect(shares[0]).toBe(shares[1]);
    expect(shares[2]).toBeGreaterThan(shares[0]!);
    for (const site of ['north', 'south']) expect(policy.margin(site)).toBeGreaterThanOrEqual(0);
  });

  it('is refused as a whole with a name that is none, and with a period', () => {
    const policy = createPolicy(FIELDS);
    const before = policy.snapshot();
    const situations = [{ context: {} }];
    expect(() => policy.decideTogether(situations, { group: '' })).toThrow('group must be a name');
    expect(() => policy.decideTogether(situations, { period: '2026' })).toThrow('period');
    expect(() => policy.decideTogether([...situations, { context: {}, size: 1e101 }])).toThrow(
      'size must be a finite number',
    );
    expect(policy.snapshot()).toBe(before);
  });

  it('ranks proposals of the caller by what is known of them, whatever was asked before', () => {
    const context = { temperature: { min: 5, max: 35 } };
    const policy = createPolicy({ ...FIELDS, context, reserve: 4 });
    const temperatures = [10, 30];
    for (let i = 0; i < 12; i++) {
      const temperature = temperatures[i % 2]!;
      const { id, parts } = policy.decide({ temperature }, { proposal: 'new', size: 0.01 });
      const reward = temperature === 30 ? 10 : 7;
      if (parts!.length === 2) policy.observe(id, { try: reward, check: 6 });
    }
    const plan = (subject: Policy) => {
      const situation = { proposal: 'new', size: 2 };
      const { receipts } = subject.previewTogether(
        temperatures.map((temperature) => ({ ...situation, context: { temperature } })),
      );
      return receipts.map(({ parts }) => parts!.find(({ role }) => role === 'try')?.share ?? 0);
    };
    const shares = plan(restorePolicy(policy.snapshot()));
    expect(shares[1]).toBeGreaterThan(shares[0]!);
    for (const temperature of [35, 5, 20]) {
      policy.preview({ temperature }, { proposal: 'new' });
      expect(plan(policy)).toEqual(shares);
    }
  });

  it('leaves nothing behind if a coin fails in the middle of it', () => {
    const coin = (sequence: number) => (sequence === 2 ? 1 : 0.5);
    const policy = createPolicy(FIELDS, { coin });
    const before = policy.snapshot();
    const situation = { context: {}, proposal: 'new' };
    expect(() => policy.decideTogether([situation, situation])).toThrow('coin must return');
    expect([policy.margin(), policy.pendingCount]).toEqual([100, 0]);
    expect(policy.snapshot()).toBe(before);
  });

  it('draws every strip as often as any other, and previews no draw', () => {
    const policy = createPolicy({ ...FIELDS, reserve: 1e6 });
    const counts = new Array<number>(10).fill(0);
    for (let field = 0; field < 400; field++) {
      const preview = policy.preview({}, { proposal: 'new' });
      for (const { strips } of preview.parts!) expect(strips).toBeNull();
      const [tried, check] = policy.decide({}, { proposal: 'new' }).parts!;
      const strips = [...tried!.strips!, ...check!.strips!].sort((a, b) => a - b);
      expect(strips).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const strip of check!.strips!) counts[strip - 1]! += 1;
    }
    // 400 draws of one strip in ten: five standard deviations are 30.
    for (const count of counts) expect(Math.abs(count - 40)).toBeLessThan(30);
  });
});
