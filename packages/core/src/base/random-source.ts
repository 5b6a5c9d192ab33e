/**
 * Where randomness comes from: always an argument, never a global.
 *
 * A `RandomSource` returns the next number of a seeded stream, uniform in [0, 1). The lab and the
 * command build one from pure-rand; anything with the same shape will do. The core keeps no
 * generator of its own, so the same source gives the same bits everywhere.
 */
export type RandomSource = () => number;

/**
 * Returns one draw from the standard normal distribution.
 *
 * Marsaglia's polar method. It yields two independent draws at a time; the second is thrown away,
 * because keeping it would be hidden state between calls.
 */
export function standardNormal(random: RandomSource): number {
  for (;;) {
    const across = 2 * random() - 1;
    const up = 2 * random() - 1;
    const squaredRadius = across * across + up * up;
    if (squaredRadius > 0 && squaredRadius < 1) {
      return across * Math.sqrt((-2 * Math.log(squaredRadius)) / squaredRadius);
    }
  }
}
