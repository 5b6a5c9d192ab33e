/**
 * Configurations survive the way through an address, and wrong addresses fall back with a reason.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Configuration,
  DEFAULT_CONFIGURATION,
  isInRange,
  NUMBER_NAMES,
  NUMBER_RANGES,
  type NumberName,
  STRATEGY_NAMES,
  WORLD_NAMES,
} from './configuration.ts';
import { printConfiguration, readConfiguration } from './configuration-address.ts';

function anyNumber(name: NumberName): fc.Arbitrary<number> {
  const { min, max, isWhole } = NUMBER_RANGES[name];
  if (isWhole) return fc.integer({ min, max });
  const scale = 10_000;
  return fc.integer({ min: min * scale, max: max * scale }).map((whole) => whole / scale);
}

const anyConfiguration: fc.Arbitrary<Configuration> = fc
  .record({
    world: fc.constantFrom(...WORLD_NAMES),
    strategies: fc.subarray([...STRATEGY_NAMES], { minLength: 1 }),
    shortfall: anyNumber('shortfall'),
    failure: anyNumber('failure'),
    noise: anyNumber('noise'),
    spread: anyNumber('spread'),
    rounds: anyNumber('rounds'),
    trials: anyNumber('trials'),
    seed: anyNumber('seed'),
  })
  .filter((configuration) => NUMBER_NAMES.every((name) => isInRange(name, configuration[name])));

describe('the address of a configuration', () => {
  it('leads back to the same configuration, whatever it is', () => {
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const read = readConfiguration(printConfiguration(configuration));
        expect(read).toEqual({ configuration, problems: [] });
      }),
    );
  });

  it('is the same for settings in any order', () => {
    const printed = printConfiguration(DEFAULT_CONFIGURATION);
    const reversed = printed.split('&').reverse().join('&');
    expect(printConfiguration(readConfiguration(reversed).configuration)).toBe(printed);
  });

  it('gives a usable configuration for any text at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webQueryParameters()), (query) => {
        const { configuration } = readConfiguration(query);
        expect(NUMBER_NAMES.every((name) => isInRange(name, configuration[name]))).toBe(true);
        expect(WORLD_NAMES).toContain(configuration.world);
        expect(configuration.strategies.length).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
  });

  it('uses the defaults for what is not said, without complaint', () => {
    expect(readConfiguration('')).toEqual({ configuration: DEFAULT_CONFIGURATION, problems: [] });
    expect(readConfiguration('trials=7').configuration).toEqual({
      ...DEFAULT_CONFIGURATION,
      trials: 7,
    });
  });

  it.each([
    'rounds=1e3',
    'rounds=0x64',
    'rounds=-5',
    'rounds=%20100',
    'rounds=100.5',
    'rounds=5001',
    'rounds=',
    'rounds=NaN',
    'shortfall=0',
    'shortfall=1',
    'failure=0',
    'seed=4294967296',
    'world=Paper',
    'world=__proto__',
    'strategies=',
    'strategies=hedge,hedge',
    'strategies=hedge,nobody',
    'rounds=100&rounds=200',
    'colour=red',
  ])('refuses %s with one sentence and keeps the default', (query) => {
    const { configuration, problems } = readConfiguration(query);
    expect(configuration).toEqual(DEFAULT_CONFIGURATION);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`“${query.split('=')[0]}”`);
  });

  it('does not repeat a long wrong value in full', () => {
    const [problem] = readConfiguration(`world=${'x'.repeat(5000)}`).problems;
    expect(problem!.length).toBeLessThan(300);
  });

  it('puts strategies into their order', () => {
    const { configuration } = readConfiguration('strategies=hedge,conservativeContextUcb');
    expect(configuration.strategies).toEqual(['conservativeContextUcb', 'hedge']);
  });
});
