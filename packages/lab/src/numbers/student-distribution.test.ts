import { describe, expect, it } from 'vitest';
import { studentQuantile, twoSidedStudentProbability } from './student-distribution.ts';

describe('Student’s distribution', () => {
  it('agrees with printed tables', () => {
    expect(studentQuantile(0.95, 9)).toBeCloseTo(2.2622, 4);
    expect(studentQuantile(0.95, 99)).toBeCloseTo(1.9842, 4);
    expect(studentQuantile(0.99, 4)).toBeCloseTo(4.6041, 4);
  });

  it('has the closed form of Cauchy with one degree of freedom', () => {
    for (const value of [0.3, 1, 7]) {
      const tail = 1 - (2 / Math.PI) * Math.atan(value);
      expect(twoSidedStudentProbability(value, 1)).toBeCloseTo(tail, 12);
    }
  });
});
