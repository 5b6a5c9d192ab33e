/**
 * How noisy rewards are around the model's predictions, estimated as they come.
 *
 *     variance = ( prior + Σ residual² / (1 + uncertainty²) ) / (1 + count)
 *
 * Each residual is taken before the model learns from it, so dividing by 1 + uncertainty² makes it
 * an unbiased estimate of the noise. The prior counts as one observation. Only proposals use this
 * number; no promise rests on it.
 */
export class ResidualVariance {
  #sum = 0;
  #count = 0;

  /** Number of residuals taken. */
  get count(): number {
    return this.#count;
  }

  /** Takes one residual and the uncertainty ‖ψ‖ in V⁻¹ with which it was predicted. */
  add(residual: number, uncertainty: number): void {
    this.#sum += (residual * residual) / (1 + uncertainty * uncertainty);
    this.#count += 1;
  }

  /** The estimate, given what one would guess without any data. */
  estimate(priorVariance: number): number {
    return (priorVariance + this.#sum) / (1 + this.#count);
  }

  exportState(): readonly [number, number] {
    return [this.#sum, this.#count];
  }

  importState(state: readonly [number, number]): void {
    [this.#sum, this.#count] = state;
  }
}
