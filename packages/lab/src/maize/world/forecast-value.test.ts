import { describe, expect, it } from 'vitest';
import { forecastValue } from './forecast-value.ts';
import { vectorModel } from './testing/maize-vectors.ts';

describe('the value of the forecast', () => {
  // Printed digits of an independent computation that sampled seasons; so to within 5 %.
  it.each([
    ['maize-world', [0.0164, 0.0088, 0.0008, 0.12, 0.0073]],
    ['maize-world-standardised', [0.0529, 0.0263, 0.0051, 0.27, 0.112]],
  ] as const)('of %s is that of the reference', (name, wanted) => {
    const value = forecastValue(vectorModel(name));
    const ours = [
      value.rewardDeviation,
      value.contrastDeviation,
      value.exactWeatherValue,
      value.changedBestShare,
      value.varianceBoundMedian,
    ];
    ours.forEach((number, i) => {
      expect(Math.abs(number / wanted[i]! - 1)).toBeLessThan(0.05);
    });
  });

  it('is small against the gap between the best hybrid and the baseline', () => {
    const value = forecastValue(vectorModel());
    expect(value.baselineGap).toBeCloseTo(0.577 - 0.44, 2);
    expect(value.exactWeatherValue).toBeLessThan(0.01 * value.baselineGap);
  });
});
