/**
 * Rounds of the event loop, shared out. Whoever has much to do does it piece by piece and asks for the next round in
 * between, so that requests are read meanwhile.
 *
 * All that ask for the same round would run one after the other before anything is read again, and many small pieces
 * are one large one. So a round has only so many milliseconds: who finds them used up is in the next one, before
 * those who ask later.
 */

/** Time that a round may take before nobody else begins, in milliseconds. */
const ROUND_MS = 8;

let isUnderWay = false;
let startMs = 0;

/** Those who wait, in the order in which they asked. */
const waiting: (() => void)[] = [];

/** Resolves in the next round that has time left; nobody waits for more than those who asked before. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(begin);
  });
}

/** Whoever ran in this round may ask again before the others were looked at: the first in the line begins, whosever call this is. */
function begin(): void {
  const nowMs = performance.now();
  if (!isUnderWay) {
    isUnderWay = true;
    startMs = nowMs;
    // It is the first of the next round.
    setImmediate(endRound);
  }
  if (nowMs - startMs < ROUND_MS) waiting.shift()!();
  else setImmediate(begin);
}

function endRound(): void {
  isUnderWay = false;
}
