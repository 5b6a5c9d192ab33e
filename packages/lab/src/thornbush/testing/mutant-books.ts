/**
 * Books with one fault each. The suite must notice every one of them, or it proves nothing.
 */
import type { BookEntry, Offer, Player, SafetyBook } from '@hedgerow/core/research';

/** A proposal is booked only when its reward arrives: what never arrives never costs anything. */
export function withoutPending(book: SafetyBook): SafetyBook {
  const waiting = new Map<BookEntry, Offer>();
  return {
    ...forwarded(book),
    issue(offer, player, quote) {
      const entry = book.issue(offer, player, quote);
      if (player !== 'proposal') return entry;
      book.cancel(entry, { reason: 'unrelated' });
      const placeholder = { ...entry };
      waiting.set(placeholder, offer);
      return placeholder;
    },
    confirm(entry) {
      if (!waiting.has(entry)) book.confirm(entry);
    },
    settle(entry, reward) {
      const offer = waiting.get(entry);
      const late = offer && book.issue(offer, 'proposal', book.quote(offer));
      book.settle(late ?? entry, reward);
    },
  };
}

/** A round given to the baseline is credited twice. */
export function withDoubleCredit(book: SafetyBook): SafetyBook {
  return {
    ...forwarded(book),
    issue(offer, player: Player, quote) {
      if (player !== 'proposal') book.confirm(book.issue(offer, player, quote));
      return book.issue(offer, player, quote);
    },
  };
}

/** The worst case of the round in hand is left out of the check. */
export function withoutWorstCase(book: SafetyBook): SafetyBook {
  return {
    ...forwarded(book),
    quote: (offer) => ({ ...book.quote(offer), mayPlay: book.slack() >= 0 }),
  };
}

function forwarded(book: SafetyBook): SafetyBook {
  return {
    tellsActionsApart: book.tellsActionsApart,
    checkBaseline: (baselineReward) => book.checkBaseline(baselineReward),
    checkReward: (reward) => book.checkReward(reward),
    get openGroup() {
      return book.openGroup;
    },
    beginRound: (start) => book.beginRound(start),
    declareBaseline: (features, baselineReward) => book.declareBaseline(features, baselineReward),
    quote: (offer) => book.quote(offer),
    issue: (offer, player, quote) => book.issue(offer, player, quote),
    confirm: (entry) => book.confirm(entry),
    fallBack: (entry, knowledge) => book.fallBack(entry, knowledge),
    cancel: (entry, knowledge) => book.cancel(entry, knowledge),
    settle: (entry, reward) => book.settle(entry, reward),
    revise: (entry, reward) => book.revise(entry, reward),
    checkSize: (size) => book.checkSize(size),
    checkGroup: (group, period) => book.checkGroup(group, period),
    closeGroup: () => book.closeGroup(),
    slack: () => book.slack(),
    reserveLeft: () => book.reserveLeft(),
    remember: () => book.remember(),
    exportState: () => book.exportState(),
    importState: (state) => book.importState(state),
  };
}
