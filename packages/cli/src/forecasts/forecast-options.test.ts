import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  addForecastOptions,
  type ForecastOptions,
  readForecastContext,
} from './forecast-options.ts';

function given(...words: string[]): ForecastOptions {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addForecastOptions(command).parse(words, { from: 'user' });
  return command.opts<ForecastOptions>();
}

describe('the options of forecasts', () => {
  it('read variables with all that can be said of them, and files and rows one after the other', () => {
    const options = given(
      ...[
        '--forecast',
        'a.json',
        '--forecast',
        'b.csv',
        '--where',
        'place=a=b',
        '--where',
        'crop=*',
      ],
      ...['--variable', 'rain=precipitation:sum:unit=mm/h:sd=2.5'],
      ...[
        '--variable',
        'warmth=:degree-days:base=10:cap=30:history=T2M:history-unit=C:file-unit=K',
      ],
      ...['--variable', '__proto__=t:mean'],
    );
    expect(options.forecast).toEqual(['a.json', 'b.csv']);
    expect(options.where).toEqual({ place: 'a=b', crop: '*' });
    expect(Object.entries(options.variable!)).toEqual([
      ['rain', { from: 'precipitation', aggregate: 'sum', unit: 'mm/h', sd: 2.5 }],
      [
        'warmth',
        {
          aggregate: 'degree-days',
          base: 10,
          cap: 30,
          history: 'T2M',
          historyUnit: 'C',
          fileUnit: 'K',
        },
      ],
      ['__proto__', { from: 't', aggregate: 'mean' }],
    ]);
  });

  it.each([
    [['--variable', 'temperature'], 'It must read name=column:mean'],
    [['--variable', 'temperature=t'], 'It must read name=column:mean'],
    [['--variable', '=t:mean'], 'It must read name=column:mean'],
    [['--variable', 'temperature=t:mean:bse=3'], 'is none of the settings base, cap'],
    [['--variable', 'temperature=t:mean:constructor=3'], 'is none of the settings base, cap'],
    [['--variable', 'temperature=t:mean:base=warm'], 'base must be a number'],
    [['--variable', 'a=t:mean', '--variable', 'a=t:sum'], 'a is given twice'],
    [['--join', 'somehow'], 'every-pair, in-turn'],
    [['--where', 'column'], 'column=value'],
    [['--interval', '80'], 'greater than 0 and less than 1'],
    [['--least-seasons', '0'], 'a whole number'],
  ])('refuse %j', (words, message) => {
    expect(() => given(...words)).toThrow(message);
  });

  it('belong together', async () => {
    expect(await readForecastContext(given())).toBeNull();
    for (const words of [
      ['--forecast', 'a.json'],
      ['--forecast', 'a.json', '--window', '2026-04-20..2026-04-21'],
      ['--window', '2026-04-20..2026-04-21', '--variable', 'a=t:mean'],
      ['--history', 'a.csv', '--variable', 'a=t:mean'],
    ]) {
      await expect(readForecastContext(given(...words))).rejects.toThrow('belong together');
    }
  });
});
