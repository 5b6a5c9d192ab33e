export interface Revision {
  /** Old reward minus what is predicted now. */
  readonly residual: number;
  readonly change: number;
  /** ψᵀ V⁻¹ ψ, by what is left of the weight of the observation. */
  readonly leverage: number;
}

/**
 * How noisy rewards are around the model's predictions, estimated as they come.
 *
 *     variance = ( prior + Σ residual² / (1 + uncertainty²) ) / (1 + count)
 *
 * Each residual is taken before the model learns from it, so dividing by 1 + uncertainty² makes it
 * an unbiased estimate of the noise. The prior counts as one observation. Only proposals and the rates of
 * bettors use this number; no promise rests on it.
 *
 * A reward that was wrong also spoilt the predictions after it, and with them their residuals. But in a
 * linear regression the sum is a function of all rewards and not of their order,
 *
 *     Σ residual² / (1 + uncertainty²)  =  Σ y² − zᵀ V⁻¹ z        z = Σ y ψ
 *
 * so another reward, y + d for y, changes it by 2 d e + d² (1 − ψᵀ V⁻¹ ψ), where e = y − prediction and V
 * are those of now: no residual has to be kept. (With memory, and beside hints, this is nearly so.)
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

  /** Replaces one reward. `residual` is that of the old one, by all that was learnt until now. */
  revise({ residual, change, leverage }: Revision): void {
    const difference = change * (2 * residual + change * (1 - leverage));
    this.#sum = Math.max(this.#sum + difference, 0);
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
