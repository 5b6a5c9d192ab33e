/**
 * A book that always says yes: what the proposer would do without any gate.
 *
 * It proves nothing and claims nothing. Its price is the least that any gate around the same
 * proposer can be expected to cost.
 */
import type { BookState } from './promise-book.ts';
import type { BookEntry, Offer, Player, Quote, SafetyBook } from './safety-book.ts';

const YES: Quote = {
  slack: Number.NEGATIVE_INFINITY,
  margin: Number.POSITIVE_INFINITY,
  increment: 0,
  mayPlay: true,
  playProbability: 1,
};

const NOTHING: BookState = {
  period: 1,
  reserve: 0,
  roundCount: 0,
  baselineMean: 0,
  scale: null,
  ledgers: [],
  equations: null,
};

/** Returns the book without a gate. */
export function openBook(): SafetyBook {
  return {
    tellsActionsApart: false,
    openGroup: null,
    checkBaseline: () => {},
    checkReward: () => {},
    beginRound: () => {},
    declareBaseline: () => {},
    quote: () => YES,
    issue: lineOf,
    confirm: (entry) => {
      entry.execution = 'executed';
    },
    fallBack: (entry, { reason }) => {
      Object.assign(entry, { execution: 'fell-back', reason });
    },
    cancel: (entry, { reason }) => {
      Object.assign(entry, { execution: 'void', reason });
    },
    settle: (entry, reward) => {
      entry.reward = reward;
    },
    revise: (entry, reward) => {
      entry.reward = reward;
    },
    checkSize: () => {},
    checkGroup: () => {},
    closeGroup: () => {},
    slack: () => Number.NEGATIVE_INFINITY,
    reserveLeft: () => 0,
    remember: () => () => {},
    exportState: () => NOTHING,
    importState: () => {},
  };
}

function lineOf(offer: Offer, player: Player): BookEntry {
  const { proposalPrediction, baselinePrediction, baselineReward } = offer;
  const predicted = { proposalPrediction, baselinePrediction, baselineReward };
  const undeclared = {
    rewardDeviation: 0,
    proposalFloor: null,
    variance: null,
    trustedIncrement: null,
  };
  return {
    period: 1,
    position: null,
    player,
    stake: { playProbability: 1, ...predicted, ...undeclared },
    execution: 'issued',
    reward: null,
    counted: null,
  };
}
