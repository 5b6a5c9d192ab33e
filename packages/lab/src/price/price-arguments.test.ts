import { describe, expect, it } from 'vitest';
import { PRICE_HELP, readPriceArguments } from './price-arguments.ts';
import { EXPERIMENT_NAMES } from './price-cells.ts';

describe('the arguments of the price command', () => {
  it('have the defaults that the help tells', () => {
    const { trialCount, roundCount, seed, format, experiments } = readPriceArguments([]);
    expect([trialCount, roundCount, seed, format]).toEqual([100, 2000, 1, 'text']);
    expect(experiments).toEqual(EXPERIMENT_NAMES);
    expect(PRICE_HELP).toContain('--trials N          trials of each cell (100)');
  });

  it('are read as given', () => {
    const texts = '--trials 7 --rounds 50 --seed 0 --workers 3 --format json --experiment bounded';
    expect(readPriceArguments(texts.split(' '))).toEqual({
      trialCount: 7,
      roundCount: 50,
      seed: 0,
      workerCount: 3,
      format: 'json',
      experiments: ['bounded'],
      isHelpWanted: false,
    });
  });

  it.each([
    [['--trials', '0'], '--trials must be a whole number from 1 to 1000000, but it is "0".'],
    [['--rounds', '1e3'], '--rounds must be a whole number'],
    [['--seed', '-1'], 'arguments must be among those that --help lists'],
    [['--seed', '4294967296'], '--seed must be a whole number from 0 to 4294967295'],
    [['--format', 'xml'], '--format must be one of text, json, but it is "xml".'],
    [['--experiment', 'wheat'], '--experiment must be one of synthetic, bounded'],
    [['--bogus'], "but it is Unknown option '--bogus'."],
    [['extra'], "but it is Unexpected argument 'extra'."],
  ])('%j are refused with the rule', (texts, message) => {
    expect(() => readPriceArguments(texts)).toThrow(message);
  });
});
