/**
 * A book that always says yes: what the proposer would do without any gate.
 *
 * It proves nothing and claims nothing. Its price is the least that any gate around the same
 * proposer can be expected to cost.
 */
import type { BookEntry, Offer, Player, Quote, SafetyBook } from '@hedgerow/core';

const YES: Quote = {
  slack: Number.NEGATIVE_INFINITY,
  margin: Number.POSITIVE_INFINITY,
  increment: 0,
  mayPlay: true,
  playProbability: 1,
};

/** Returns the book without a gate. */
export function openBook(): SafetyBook {
  return {
    quote: () => YES,
    issue: (_offer: Offer, player: Player): BookEntry => ({
      player,
      execution: 'issued',
      reward: null,
      increment: 0,
      fallbackIncrement: 0,
      stake: null,
    }),
    confirm: (entry) => {
      entry.execution = 'executed';
    },
    fallBack: (entry) => {
      entry.execution = 'fell-back';
    },
    cancel: (entry) => {
      entry.execution = 'void';
    },
    settle: (entry, reward) => {
      entry.reward = reward;
    },
    revise: (entry, reward) => {
      entry.reward = reward;
    },
    slack: () => Number.NEGATIVE_INFINITY,
    refresh: () => {},
    exportState: () => null,
    importState: () => {},
  };
}
