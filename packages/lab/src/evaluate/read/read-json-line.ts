/**
 * JSON lines of our own: what the service exports, or as little as
 *
 *     {"action": "b", "probability": 0.5, "reward": 0.3, "baseline": "a", "context": {"rain": 12}}
 *
 * An export with receipts holds action, baseline, context and propensity inside of them.
 */
import { type LoggedDecision, logFault, requireProbability } from '../logged-decision.ts';

interface Receipt {
  readonly action?: unknown;
  readonly baseline?: unknown;
  readonly context?: unknown;
  readonly propensity?: unknown;
  readonly propensities?: unknown;
  readonly parts?: unknown;
}

/** What a line may hold; other fields are ignored. */
export interface JsonLine extends Receipt {
  readonly state?: unknown;
  readonly probability?: unknown;
  readonly reward?: unknown;
  readonly targetProbability?: unknown;
  readonly forgotten?: unknown;
  readonly receipt?: unknown;
}

/** Returns the decision of one line. */
export function readJsonLine(line: JsonLine, number: number): LoggedDecision {
  const receipt = fieldsOf(line.receipt);
  const action = line.action ?? receipt.action;
  if (typeof action !== 'string') {
    throw logFault(number, 'must have the name of an action', JSON.stringify(action) ?? 'none');
  }
  const probability = line.probability ?? line.propensity ?? receipt.propensity ?? null;
  const target = line.targetProbability ?? null;
  // Nothing was played, or the baseline in its place: nobody knows what it would have paid.
  const isPlayed = line.state !== 'void' && line.state !== 'fell-back';
  return {
    line: number,
    action,
    probability:
      probability === null ? null : requireProbability(number, 'probability', probability),
    propensities: propensitiesOf(line.propensities ?? receipt.propensities),
    isForgotten: line.forgotten === true,
    isVoided: line.state === 'void',
    parts: partsOf(line, number, isPlayed),
    reward: isPlayed ? rewardOf(line.reward, number) : null,
    baseline: baselineOf(line.baseline ?? receipt.baseline),
    context: (line.context ?? receipt.context ?? null) as LoggedDecision['context'],
    targetProbability: target === null ? null : requireShare(number, target),
  };
}

function fieldsOf(value: unknown): Receipt {
  return typeof value === 'object' && value !== null ? (value as Receipt) : {};
}

/** As a list of actions with their probabilities; what is no such list says nothing. */
function propensitiesOf(value: unknown): LoggedDecision['propensities'] {
  if (!Array.isArray(value) || value.length === 0) return null;
  return new Map(value.map(({ action, probability }) => [String(action), Number(probability)]));
}

/**
 * Parts of an export, which have their rewards; those of a receipt are told apart by what came of them. One that was
 * carried out on no share at all could not be seen.
 */
function partsOf(line: JsonLine, number: number, isPlayed: boolean): LoggedDecision['parts'] {
  const { parts } = line;
  if (!Array.isArray(parts) || parts.length < 2) return null;
  return parts
    .filter(({ share }) => share !== 0)
    .map(({ action, reward }) => ({
      action: String(action),
      reward: isPlayed ? rewardOf(reward, number) : null,
    }));
}

function baselineOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const { action } = fieldsOf(value);
  return typeof action === 'string' ? action : null;
}

function rewardOf(value: unknown, line: number): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw logFault(line, 'must have a number as reward, or none', JSON.stringify(value));
}

function requireShare(line: number, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw logFault(line, 'must have a targetProbability from 0 to 1', JSON.stringify(value));
}
