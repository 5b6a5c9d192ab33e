import { describe, expect, it } from 'vitest';
import { drawStrips } from './strip-draw.ts';

/** Draws of all coins that can differ; each stands for as many coins as any other. */
function drawsOf(tried: number, stripCount: number): number[][] {
  return Array.from({ length: stripCount }, (_, i) =>
    drawStrips(tried, stripCount, (i + 0.5) / stripCount),
  );
}

const isOneBlock = (strips: readonly number[]) =>
  strips.every((strip, i) => i === 0 || strip === strips[i - 1]! + 1);

const STRIP_COUNTS = Array.from({ length: 24 }, (_, i) => i + 1);
const SHARES = STRIP_COUNTS.flatMap((stripCount) =>
  Array.from({ length: stripCount + 1 }, (_, tried) => [tried, stripCount] as const),
);

describe('the draw of strips', () => {
  it.each(SHARES)('gives each strip the same chance, with %i of %i tried', (tried, stripCount) => {
    const draws = drawsOf(tried, stripCount);
    const counts = Array.from({ length: stripCount }, (_, i) => {
      return draws.filter((strips) => strips.includes(i + 1)).length;
    });
    expect(counts).toEqual(counts.map(() => tried));
    for (const strips of draws) expect(new Set(strips).size).toBe(tried);
  });

  it.each(SHARES)(
    'gives one straight block where it can, with %i of %i tried',
    (tried, stripCount) => {
      const smaller = Math.min(tried, stripCount - tried);
      const isAlways = drawsOf(tried, stripCount).every((strips) => {
        const others = Array.from({ length: stripCount }, (_, i) => i + 1).filter(
          (strip) => !strips.includes(strip),
        );
        return isOneBlock(smaller === tried ? strips : others);
      });
      expect(isAlways).toBe(smaller <= 1 || stripCount % smaller === 0);
    },
  );

  it('follows the coin from end to end', () => {
    expect(drawStrips(5, 20, 0)).toEqual([1, 2, 3, 4, 5]);
    expect(drawStrips(5, 20, 0.2499)).toEqual([1, 2, 3, 4, 5]);
    expect(drawStrips(5, 20, 1 - Number.EPSILON)).toEqual([16, 17, 18, 19, 20]);
    expect(drawStrips(18, 20, 0.999)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1));
    expect(drawStrips(3, 20, 0.95)).toEqual([1, 2, 20]);
  });
});
