/**
 * Certificates: the least that has been earned, whatever luck and forecast did.
 */
export { type CarryCertificate, carryCertificate } from './carry-certificate.ts';
export type { Certificate, CertificateCandidate } from './certificate.ts';
export {
  type CertifiedTotal,
  type CombinedCertificate,
  combinedCertificate,
  ROUNDING_SHARE,
} from './combined-certificate.ts';
export {
  ContrastCertificate,
  type ContrastCertificateOptions,
  type ContrastRound,
} from './contrast-certificate.ts';
export {
  type CensoredBoundInput,
  censoredLowerBound,
  delayedLowerBound,
  prefixLowerBound,
  type UnseenRound,
} from './delayed-reward-bounds.ts';
export { type ConfidenceView, highestTotal, lowestTotal } from './ellipsoid-bounds.ts';
export { ellipsoidCertificate } from './ellipsoid-certificate.ts';
export {
  EXPECTED_PROMISE_SHARES,
  REALISED_PROMISE_SHARES,
  splitFailure,
} from './failure-split.ts';
export { floorCertificate } from './floor-certificate.ts';
export { martingaleCertificate } from './martingale-certificate.ts';
export {
  type UnseenAllowanceInput,
  unseenRewardAllowance,
  type WrongRewardAllowanceInput,
  wrongRewardAllowance,
} from './reward-doubt-allowance.ts';
export {
  type IssuedRound,
  type UnresolvedExecutionInput,
  unresolvedExecutionMargin,
} from './unresolved-execution.ts';
