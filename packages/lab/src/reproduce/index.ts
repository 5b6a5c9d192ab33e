/**
 * Reproducing the paper.
 */
export type { Agreement, AgreementLine } from './agreement.ts';
export { agreementText } from './agreement-section.ts';
export type { Claim, ClaimVerdict, Evidence } from './claims/claim.ts';
export { verdictText } from './claims-section.ts';
export { FULL_SIZE, type PaperSize, paperExperiments, QUICK_SIZE } from './paper-experiments.ts';
export {
  paperSettings,
  type ReproduceOptions,
  type Reproduction,
  reproducePaper,
} from './reproduce-paper.ts';
