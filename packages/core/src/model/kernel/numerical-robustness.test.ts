/**
 * Rounding does not pile up: after a million updates the answers still agree with exact arithmetic.
 *
 * The hard cases are columns of very different size (1 … 2³⁰ ≈ 10⁹), nearly collinear features
 * (all columns equal up to one part in 2¹³ or 2¹⁷), both together, small ridge penalties and weights.
 * Probes are drawn like the features and also at random: the second kind points along directions in
 * which nothing was ever observed. With fewer updates than features and both hardships together a
 * wider bound holds: there the answer is a difference of nearly equal numbers, and where the error
 * passes 1e-9, rounding one probe to doubles would already move the exact answer by more than that.
 */
import { describe, expect, it } from 'vitest';
import type { RandomSource } from '../../base/random-source.ts';
import { createEngine } from './create-engine.ts';
import type { EngineKind, RidgeKernel } from './ridge-kernel.ts';
import { ExactRidge } from './testing/exact-ridge.ts';
import { seededRandom } from './testing/seeded-random.ts';

interface Scenario {
  readonly name: string;
  readonly columnUnits: readonly number[];
  readonly ridgePenalty: number;
  /** How far columns differ from each other, relative to their size; 1 = independent. */
  readonly spread: number;
  readonly weightMax: number;
}

const EVEN = [1, 1, 1, 1, 1, 1];
const BADLY_SCALED = [0, 6, 12, 18, 24, 30].map((exponent) => 2 ** exponent);
const REVERSED = BADLY_SCALED.toReversed();
const WHOLE_MAX = 2 ** 20;
const QUADRATIC_FORM_ERROR_MAX = 1e-9;

const NAMED_SCENARIOS: readonly Scenario[] = [
  {
    name: 'badly scaled columns',
    columnUnits: BADLY_SCALED,
    ridgePenalty: 1,
    spread: 1,
    weightMax: 1,
  },
  {
    name: 'nearly collinear features',
    columnUnits: EVEN,
    ridgePenalty: 1,
    spread: 2 ** -13,
    weightMax: 1,
  },
  {
    name: 'badly scaled and nearly collinear',
    columnUnits: BADLY_SCALED,
    ridgePenalty: 1,
    spread: 2 ** -17,
    weightMax: 1,
  },
  {
    name: 'nearly collinear, small ridge penalty, weights',
    columnUnits: EVEN,
    ridgePenalty: 2 ** -20,
    spread: 2 ** -13,
    weightMax: 16,
  },
];

const SHORT_SCENARIOS: readonly Scenario[] = [
  ...NAMED_SCENARIOS,
  {
    name: 'largest column first',
    columnUnits: REVERSED,
    ridgePenalty: 4,
    spread: 1,
    weightMax: 16,
  },
  {
    name: 'largest column first and nearly collinear',
    columnUnits: REVERSED,
    ridgePenalty: 0.25,
    spread: 2 ** -17,
    weightMax: 3,
  },
  {
    name: 'badly scaled, tiny ridge penalty',
    columnUnits: BADLY_SCALED,
    ridgePenalty: 2 ** -30,
    spread: 1,
    weightMax: 1,
  },
];

/** Draws whole numbers, the reward last. */
function drawRow(scenario: Scenario, spread: number, random: RandomSource): Float64Array {
  const whole = (scale: number) => Math.round(scale * (2 * random() - 1));
  const shared = spread === 1 ? 0 : whole(WHOLE_MAX);
  const row = new Float64Array(scenario.columnUnits.length + 1);
  for (let i = 0; i + 1 < row.length; i++) row[i] = shared + whole(spread * WHOLE_MAX);
  row[row.length - 1] = whole(WHOLE_MAX);
  return row;
}

function aimKernel(kernel: RidgeKernel, scenario: Scenario, row: Float64Array): void {
  for (let i = 0; i < kernel.dimension; i++)
    kernel.direction[i] = row[i]! * scenario.columnUnits[i]!;
}

interface Errors {
  /** Relative, of ψᵀV⁻¹ψ. */
  readonly quadraticForm: number;
  /** Of ψᵀθ̂, relative to the reward's size times the uncertainty. */
  readonly prediction: number;
  /** Absolute, of ln det V. */
  readonly logDeterminant: number;
}

/** Teaches a kernel and the exact oracle the same rows and returns the largest errors. */
function measureErrors(scenario: Scenario, kind: EngineKind, updateCount: number): Errors {
  const { columnUnits, ridgePenalty, weightMax } = scenario;
  const dimension = columnUnits.length;
  const kernel = createEngine(kind).createKernel({ dimension, actionCapacity: 1 });
  const exact = new ExactRidge({ columnUnits, ridgePenalty, wholeMax: 2 * WHOLE_MAX, weightMax });
  const random = seededRandom(11);
  kernel.reset(ridgePenalty);
  for (let round = 0; round < updateCount; round++) {
    const row = drawRow(scenario, scenario.spread, random);
    const weight = 1 + Math.floor(weightMax * random());
    exact.add(row, weight);
    aimKernel(kernel, scenario, row);
    kernel.update(row[dimension]!, weight);
  }
  const probes = Array.from({ length: 40 }, (_, i) =>
    drawRow(scenario, i % 2 === 0 ? scenario.spread : 1, random),
  );
  return compare(kernel, exact, scenario, probes);
}

function compare(
  kernel: RidgeKernel,
  exact: ExactRidge,
  scenario: Scenario,
  probes: readonly Float64Array[],
): Errors {
  let quadraticForm = 0;
  let prediction = 0;
  exact.probe(probes).forEach((truth, i) => {
    aimKernel(kernel, scenario, probes[i]!);
    kernel.probe();
    const square = kernel.probedUncertainty ** 2;
    const scale = WHOLE_MAX * Math.sqrt(truth.squaredUncertainty);
    quadraticForm = Math.max(quadraticForm, Math.abs(square / truth.squaredUncertainty - 1));
    prediction = Math.max(prediction, Math.abs(kernel.probedPrediction - truth.prediction) / scale);
  });
  const logDeterminant = Math.abs(kernel.logDeterminant() - exact.logDeterminant());
  return { quadraticForm, prediction, logDeterminant };
}

describe('after a million updates the quadratic form is right to 1e-9', () => {
  it.each(NAMED_SCENARIOS)('with $name', (scenario) => {
    const errors = measureErrors(scenario, 'wasm', 1_000_000);
    expect(errors.quadraticForm).toBeLessThanOrEqual(QUADRATIC_FORM_ERROR_MAX);
    expect(errors.prediction).toBeLessThanOrEqual(1e-9);
    expect(errors.logDeterminant).toBeLessThanOrEqual(1e-9);
  });

  it('in TypeScript and with fused products too', () => {
    for (const kind of ['typescript', 'wasm-fma'] as const) {
      const errors = measureErrors(NAMED_SCENARIOS[2]!, kind, 1_000_000);
      expect(errors.quadraticForm).toBeLessThanOrEqual(QUADRATIC_FORM_ERROR_MAX);
    }
  });
});

const CHECKPOINTS = [
  { updateCount: 1, quadraticFormErrorMax: 1e-8 },
  { updateCount: 5, quadraticFormErrorMax: 1e-8 },
  { updateCount: 10, quadraticFormErrorMax: 1e-10 },
  { updateCount: 100, quadraticFormErrorMax: 1e-10 },
  { updateCount: 10_000, quadraticFormErrorMax: 1e-10 },
];

describe('quadratic form, prediction and log-determinant agree with exact arithmetic', () => {
  for (const { updateCount, quadraticFormErrorMax } of CHECKPOINTS) {
    it.each(SHORT_SCENARIOS)(`after ${updateCount} updates with $name`, (scenario) => {
      for (const kind of ['typescript', 'wasm', 'wasm-fma'] as const) {
        const errors = measureErrors(scenario, kind, updateCount);
        expect(errors.quadraticForm).toBeLessThanOrEqual(quadraticFormErrorMax);
        expect(errors.prediction).toBeLessThanOrEqual(1e-10);
        expect(errors.logDeterminant).toBeLessThanOrEqual(1e-9);
      }
    });
  }
});
