/**
 * Certificates by betting: what rewards prove, without a model of them.
 */
export { NINE_BETTORS, SEVEN_BETTORS, type VarianceProxy } from './bet-components.ts';
export {
  type Bet,
  type BetInput,
  BettingCertificate,
  type BettingCertificateOptions,
  type BettingCertificateState,
} from './betting-certificate.ts';
export {
  CoinCertificate,
  type CoinCertificateState,
  observedCertificate,
  playedCertificate,
  policyCertificate,
} from './coin-certificate.ts';
export type { CoinPromise, CoinPromiseOptions, CoinRound } from './coin-promise.ts';
export { type CoinRange, type CoinRangeOptions, coinRange } from './coin-range.ts';
export {
  type HoldOutInput,
  holdOutProbability,
  type IncrementInput,
  mayRisk,
  mixedIncrement,
  observedIncrement,
  playedIncrement,
  policyIncrement,
} from './coin-rule.ts';
export type { CoinSide, CoinStake } from './coin-stake.ts';
export {
  EquationBound,
  type EquationBoundOptions,
  type EquationBoundState,
} from './equation-bound.ts';
export type { EquationInput, EquationRow, EquationRowsState } from './equation-rows.ts';
export { type LogIntervalInput, logInterval } from './log-interval.ts';
export { type ObservedPromiseOptions, observedPromise } from './observed-promise.ts';
export { playedPromise } from './played-promise.ts';
export {
  isTooEarly,
  type PolicyCoinInput,
  policyHoldOutProbability,
  policyPlayProbability,
} from './policy-coin-rule.ts';
export { policyPromise } from './policy-promise.ts';
export type { RewardFloorOptions } from './reward-floor.ts';
export { type MixtureGrid, WealthMixture } from './wealth-mixture.ts';
