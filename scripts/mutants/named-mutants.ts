/**
 * Faults that people have really made, or would make, in the parts that keep the promise.
 *
 * Each names a line as it stands, a wrong line, and the tests that must notice. If a line is not found
 * exactly once the mutant is stale and the run fails: then write it anew for the changed code.
 */
export interface Mutant {
  readonly name: string;
  /** The file, from the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files or folders, one of which must fail. */
  readonly tests: readonly string[];
}

const BOOKS = 'packages/core/src/safety/books';
const BETS = 'packages/core/src/safety/bets';
const POLICY = 'packages/core/src/strategies/policy';
const DECISIONS = 'packages/service/src/decisions';

export const NAMED_MUTANTS: readonly Mutant[] = [
  {
    name: 'a bettor subtracts more than it can pay for (the cap on its stake is forgotten)',
    file: `${BETS}/bet-components.ts`,
    find: '      const prediction = Math.min(cautious, most);',
    replace: '      const prediction = cautious;',
    tests: [`${BETS}/betting-certificate.test.ts`],
  },
  {
    name: 'the weights of the bettors add up to more than one',
    file: `${BETS}/bet-components.ts`,
    find: 'weights: [1, 1, 2, 7, 14, 11, 13, 14, 1].map((share) => share / 64),',
    replace: 'weights: [1, 1, 2, 7, 14, 11, 13, 14, 1].map((share) => share / 32),',
    tests: [`${BETS}/betting-certificate.test.ts`],
  },
  {
    name: 'the coin is thrown with more than the slack covers',
    file: `${BETS}/policy-coin-rule.ts`,
    find: '  const covered = room / (baselineRewardMax - floor);',
    replace: '  const covered = 2 * (room / (baselineRewardMax - floor));',
    tests: [`${BETS}/policy-coin-rule.test.ts`],
  },
  {
    name: 'an overdrawn book still throws the coin',
    file: `${BETS}/policy-coin-rule.ts`,
    find: '>= 0 ? allowedShortfall : 0;',
    replace: '>= 0 ? allowedShortfall : allowedShortfall;',
    tests: [`${BETS}/policy-coin-rule.test.ts`],
  },
  {
    name: 'the first coin is thrown before the baseline has earned anything',
    file: `${BETS}/policy-coin-rule.ts`,
    find: '  if (isTooEarly(input)) return 0;\n',
    replace: '',
    tests: [`${BETS}/policy-coin-rule.test.ts`],
  },
  {
    name: 'decisions in flight are left out of the books (two spend the same budget)',
    file: `${BOOKS}/known-baseline-book.ts`,
    find: '    this.#account.add(Math.min(0, increment));',
    replace: '    void Math.min(0, increment);',
    tests: [POLICY],
  },
  {
    name: 'a pending bet is left out of the certificate (lost failures are dropped)',
    file: `${BETS}/betting-certificate.ts`,
    find: '    table.account.replace(null, this.#growth(table, bet, 0));\n',
    replace: '',
    tests: [BETS],
  },
  {
    name: 'the credit of a baseline round is booked twice',
    file: `${BOOKS}/book-entry.ts`,
    find: "  if (entry.execution !== 'issued') return false;\n",
    replace: '',
    tests: [POLICY],
  },
  {
    name: 'credits are given at issue instead of at confirmation',
    file: `${BOOKS}/known-baseline-book.ts`,
    find: '      return entryOf({ player, increment: fallbackIncrement, fallbackIncrement, stake: null });',
    replace:
      '      this.#account.add(fallbackIncrement);\n      return entryOf({ player, increment: 0, fallbackIncrement, stake: null });',
    tests: [POLICY],
  },
  {
    name: 'α and 1 − α are swapped',
    file: 'packages/core/src/safety/promise-terms.ts',
    find: '    shareKept: 1 - options.allowedShortfall,',
    replace: '    shareKept: options.allowedShortfall,',
    tests: [POLICY],
  },
  {
    name: 'an interval is debited with its lower end',
    file: `${BOOKS}/declared-baseline.ts`,
    find: 'terms.shareKept * baselineReward.max',
    replace: 'terms.shareKept * baselineReward.min',
    tests: [POLICY],
  },
  {
    name: 'the gram matrix learns at the decision, the reward later',
    file: 'packages/core/src/strategies/hedge/hedge-learner.ts',
    find: '    const features = this.#featuresOf(playedAction).slice();',
    replace:
      '    const features = this.#featuresOf(playedAction).slice();\n    this.model.learn(features, 0, 1);',
    tests: [POLICY],
  },
  {
    name: 'the confidence radius is a fifth of what it should be',
    file: 'packages/core/src/model/determinant-radius.ts',
    find: '    noiseScale * Math.sqrt(',
    replace: '    0.2 * noiseScale * Math.sqrt(',
    tests: ['packages/core/src/model/radius.test.ts'],
  },
  {
    name: 'the confidence radius is half of what it should be',
    file: 'packages/core/src/model/paper-radius.ts',
    find: '    return fromNoise + ',
    replace: '    return 0.5 * fromNoise + ',
    tests: ['packages/core/src/model/radius.test.ts'],
  },
  {
    name: 'a reward that is reported again counts again',
    file: `${POLICY}/policy.ts`,
    find: "    if (entry.reward !== null) return entry.reward === reward ? 'repeated' : 'contradiction';",
    replace: "    if (entry.reward !== null && entry.reward !== reward) return 'contradiction';",
    tests: [POLICY],
  },
  {
    name: 'the gate forgets the baseline term of the present round (as written)',
    file: 'packages/core/src/strategies/linear-learner.ts',
    find: '    this.ledger.openRound(baselineReward);\n    if (gate === null) this.#playLearner',
    replace: '    if (gate === null) this.#playLearner',
    tests: ['packages/cli/src/replay'],
  },
  {
    name: 'the book forgets the debit of the present round when it quotes',
    file: `${BOOKS}/known-baseline-book.ts`,
    find: 'const worst = slack + increment + this.#repairable',
    replace: 'const worst = slack + this.#repairable',
    tests: [POLICY],
  },
  {
    name: 'a decision that was executed can be taken back (expiry refunds the debit)',
    file: `${BOOKS}/book-entry.ts`,
    find: "  if (entry.execution === 'issued') return;",
    replace: "  if (entry.execution !== 'void') return;",
    tests: [BOOKS],
  },
  {
    name: 'a reward outside the range is accepted',
    file: `${POLICY}/policy.ts`,
    find: 'if (this.#checked.noiseScale > 0 || (reward >= min && reward <= max)) return;',
    replace: 'if (Number.isFinite(min + max)) return;',
    tests: [POLICY],
  },
  {
    name: 'the certificate forgets the failure probability (no log 1/δ)',
    file: `${BETS}/wealth-mixture.ts`,
    find: '    this.#logTarget = -Math.log(failureProbability);',
    replace: '    this.#logTarget = 0;',
    tests: [BETS],
  },
  {
    name: 'bettors are believed to be richer than they are (factors × 1.3)',
    file: `${BETS}/log-factor.ts`,
    find: '  const growth = Math.log1p(change);',
    replace: '  const growth = Math.log1p(change) + Math.log(1.3);',
    tests: [BETS],
  },
  {
    name: 'a gain proved with a reward that was corrected downwards is kept',
    file: `${BOOKS}/known-baseline-book.ts`,
    find: '      if (reward < entry.reward!) this.#account.replaceGain(this.#gain());',
    replace: '      if (reward < entry.reward!) this.#account.keepGain(this.#gain());',
    tests: [POLICY, BOOKS],
  },
  {
    name: 'the coin is flipped again (not a function of the decision)',
    file: `${POLICY}/create-learner.ts`,
    find: '    coin: (sequence) => uniformAt(seed, sequence),',
    replace: '    coin: (sequence) => uniformAt(seed, sequence + Math.floor(performance.now())),',
    tests: [POLICY],
  },
  {
    name: 'a coin round that was not executed is given back',
    file: `${BOOKS}/coin-book.ts`,
    find: "    requireIssued(entry);\n    entry.execution = 'void';",
    replace:
      "    requireIssued(entry);\n    this.#account.add(-Math.min(0, entry.increment));\n    entry.execution = 'void';",
    tests: [POLICY],
  },
  {
    name: 'held-out rounds wait for confirmation (losing them pays)',
    file: `${BOOKS}/coin-book.ts`,
    find: "    if (coin !== 'forced') this.#certificate.openRound(stake);",
    replace: "    if (coin === 'proposal') this.#certificate.openRound(stake);",
    tests: [BOOKS],
  },
  {
    name: 'what was booked on trust is kept although the action was never played',
    file: `${BOOKS}/equation-book.ts`,
    find: '    this.#lead = Math.max(0, this.#lead - (entry.stake as EquationStake).lead);',
    replace: '    void entry;',
    tests: [BOOKS],
  },
  {
    name: 'the failure probability is spent twice, on the log and on the book',
    file: `${POLICY}/checked-definition.ts`,
    find: 'bookFailureProbability: hasLog ? failureProbability / 2 : failureProbability,',
    replace: 'bookFailureProbability: failureProbability,',
    tests: [POLICY],
  },
  {
    name: 'a margin that is not a number counts as safe (as written)',
    file: 'packages/core/src/strategies/linear-learner.ts',
    find: '    return margin >= 0;',
    replace: '    return !(margin < 0);',
    tests: ['packages/core/src/strategies'],
  },
  {
    name: 'rewards are taken in as they arrive, not in the order of decisions',
    file: 'packages/core/src/strategies/hedge/hedge-learner.ts',
    find: 'this.#inbox.sort((a, b) => b.ticket.sequence - a.ticket.sequence)',
    replace: 'this.#inbox.reverse()',
    tests: [POLICY],
  },
  {
    name: 'the service answers before it is stored',
    file: `${DECISIONS}/policy-writer.ts`,
    find: 'after(this.#tail, commit?.durable)',
    replace: 'after(this.#tail, undefined)',
    tests: [`${DECISIONS}/policy-writer.test.ts`],
  },
  {
    name: 'the service answers although what it rests on may never be stored',
    file: `${DECISIONS}/policy-writer.ts`,
    find: 'after(this.#tail, commit?.durable)',
    replace: 'after(Promise.resolve(), commit?.durable)',
    tests: [`${DECISIONS}/policy-writer.test.ts`],
  },
  {
    name: 'replicas ignore what the others wrote (each has the whole margin)',
    file: `${DECISIONS}/policy-writer.ts`,
    find: 'for (const entry of turn.missed) applyEntry(state, entry);',
    replace: 'for (const entry of turn.missed) sealEntry(state, entry);',
    tests: [`${DECISIONS}/policy-writer.test.ts`],
  },
  {
    name: 'two loops of one process work on the same state (race)',
    file: `${DECISIONS}/policy-writer.ts`,
    find: 'this.#loop ??= this.#work();',
    replace: 'this.#loop = this.#work();',
    tests: [`${DECISIONS}/policy-writer.test.ts`, `${DECISIONS}/simulation.test.ts`],
  },
  {
    name: "the service does not compare its state with the journal's head",
    file: `${DECISIONS}/policy-writer.ts`,
    find: 'if (state.version === turn.head.version && state.hash === turn.head.hash) {',
    replace: 'if (state.version >= 0) {',
    tests: [`${DECISIONS}/policy-writer.test.ts`, `${DECISIONS}/policy-fold.test.ts`],
  },
  {
    name: 'the service goes on with a state that was never stored',
    file: `${DECISIONS}/policy-writer.ts`,
    find: '      (error) => {\n        this.#isStale = true;\n',
    replace: '      (error) => {\n',
    tests: [`${DECISIONS}/policy-writer.test.ts`],
  },
  {
    name: 'an idempotency key is not looked up',
    file: `${DECISIONS}/decide-command.ts`,
    find: '      if (known !== null) return repetition(known, key!);\n',
    replace: '',
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'an idempotency key is looked up in the table only, not among what is under way',
    file: `${DECISIONS}/decide-command.ts`,
    find: '(knownKey(accountant.state, key) ?? stored)',
    replace: 'stored',
    tests: [`${DECISIONS}/policy-writer.test.ts`, `${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'an idempotency key may come with another request',
    file: `${DECISIONS}/decide-command.ts`,
    find: '  if (known.fingerprint !== key.fingerprint) throw keyReused();\n',
    replace: '',
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'a round that fell back is booked as if it had not taken place',
    file: `${DECISIONS}/perform.ts`,
    find: 'return core.fellBack(id);',
    replace: 'return core.cancel(id);',
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'a played round can be made void, which gives its debit back',
    file: `${DECISIONS}/perform.ts`,
    find: 'return core.confirm(id);',
    replace: "return 'recorded';",
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'the state depends on who looked when',
    file: `${DECISIONS}/perform.ts`,
    find: "  if (outcome === 'recorded') state.core.margin();\n",
    replace: '',
    tests: [`${DECISIONS}/policy-fold.test.ts`],
  },
  {
    name: 'the text of an entry is not compared with its hash',
    file: `${DECISIONS}/policy-fold.ts`,
    find: "return hashEntry(entry) === entry.hash ? null : 'its text does not fit its hash.';",
    replace: 'return null;',
    tests: [`${DECISIONS}/policy-fold.test.ts`, `${DECISIONS}/verify-journal.test.ts`],
  },
  {
    name: 'what is made again is not compared with what was stored',
    file: `${DECISIONS}/policy-fold.ts`,
    find: 'return saysTheSame(again, body) ? null',
    replace: 'return saysTheSame(body, body) || again ? null',
    tests: [`${DECISIONS}/policy-fold.test.ts`, `${DECISIONS}/verify-journal.test.ts`],
  },
  {
    name: 'a damaged snapshot is believed',
    file: `${DECISIONS}/snapshot-text.ts`,
    find: "  if (sum !== hash('sha256', text)) throw",
    replace: '  if (sum === undefined) throw',
    tests: [`${DECISIONS}/policy-fold.test.ts`],
  },
  {
    name: 'a snapshot of another chain is believed',
    file: `${DECISIONS}/load-policy.ts`,
    find: 'if (last?.position !== snapshot.version || last.hash !== snapshot.hash) {',
    replace: 'if (last === undefined) {',
    tests: [`${DECISIONS}/policy-fold.test.ts`],
  },
  {
    name: 'a core that failed is asked again',
    file: `${DECISIONS}/policy-fold.ts`,
    find: '  state.halt ??= reason;\n  state.core = null;',
    replace: '  state.halt ??= reason;',
    tests: [`${DECISIONS}/policy-fold.test.ts`],
  },
  {
    name: 'a reward outside the range of a sealed generation is taken in',
    file: `${DECISIONS}/tell-command.ts`,
    find: 'if (Number.isFinite(value) && isInRange) return;',
    replace: 'if (Number.isFinite(value) || isInRange) return;',
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'a restored policy forgets settled decisions in another order',
    file: `${POLICY}/policy.ts`,
    find: 'this.#settled = [...state.settled];',
    replace: 'this.#settled = [...state.settled].sort((a, b) => a - b);',
    tests: [`${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'a caller may claim that the baseline earns more than anything can',
    file: `${POLICY}/policy.ts`,
    find: '      requireBaselineReward(this.#checked.definition, given);\n',
    replace: '',
    tests: [`${POLICY}/policy.test.ts`, `${DECISIONS}/create-decision-service.test.ts`],
  },
  {
    name: 'a context that cannot be calculated with reaches the books',
    file: `${POLICY}/policy.ts`,
    find: '    this.#requireLearnable(this.#features);\n',
    replace: '',
    tests: [`${POLICY}/policy.test.ts`, `${DECISIONS}/create-decision-service.test.ts`],
  },
];
