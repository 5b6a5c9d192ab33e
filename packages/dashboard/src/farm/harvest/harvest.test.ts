/**
 * A harvest as it is typed or pasted, and what is sent of it.
 */
import { readHarvests } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import { seasonsOf } from '../data/seasons.ts';
import type { Receipts } from '../data/use-receipts.ts';
import { exampleDecision, exampleReceipt } from '../testing/example-season.ts';
import { doubtsAbout } from './doubts.ts';
import { EMPTY_HARVEST, readHarvest } from './harvest-draft.ts';
import { harvestFromTable, harvestTemplate, plannedDecisions } from './harvest-from-table.ts';

const RANGE = { min: 2, max: 16 };
const read = (change: object, decision = exampleDecision()) =>
  readHarvest({ ...EMPTY_HARVEST, ...change }, decision, RANGE);

describe('a harvest that is typed', () => {
  it('may come in parts, and from a part of a part', () => {
    expect(read({ try: '9,4' }).line).toEqual({ decision: 'home.1.1', try: 9.4 });
    expect(read({ try: '9.4', tryMeasured: '50', check: '8.7' }).line).toEqual({
      decision: 'home.1.1',
      try: { reward: 9.4, measuredShare: 0.5 },
      check: 8.7,
    });
    expect(read({})).toEqual({ line: null, executed: null, faults: {} });
  });

  it('says where another share was sown, and awaits nothing of what was not', () => {
    const nothing = read({ sown: '0', try: '9', check: '8' });
    expect(nothing.executed).toEqual({ share: 0, isInnocent: true });
    expect(nothing.line).toEqual({ decision: 'home.1.1', check: 8 });
    expect(read({ sown: '10', isInnocent: false }).executed).toEqual({
      share: 0.1,
      isInnocent: false,
    });
  });

  it('does not send again what is known', () => {
    const half = exampleDecision({ partRewards: { share: 0.2, try: 9, check: null } });
    expect(read({ try: '7', check: '8' }, half).line).toEqual({ decision: 'home.1.1', check: 8 });
  });

  it.each([
    [{ try: '99' }, 'try'],
    [{ check: 'much' }, 'check'],
    [{ try: '9', tryMeasured: '0' }, 'tryMeasured'],
    [{ sown: '120' }, 'sown'],
  ])('is refused at its place: %j', (change, at) => {
    const { line, executed, faults } = read(change);
    expect([line, executed]).toEqual([null, null]);
    expect(Object.keys(faults)).toEqual([at]);
  });
});

describe('a harvest that is pasted', () => {
  const [season] = seasonsOf([
    exampleDecision({ sequence: 1 }),
    exampleDecision({ sequence: 2, action: 'Bly' }),
    exampleDecision({ sequence: 3, subject: 'Mill' }),
  ]);
  const receipts: Receipts = new Map(
    season!.decisions.map(({ id, action }) => [id, exampleReceipt(action)]),
  );
  const planned = plannedDecisions(season!, receipts);
  const take = (text: string) => harvestFromTable(readHarvests(text), planned);

  it('finds its blocks by their names', () => {
    expect(planned.map(({ name }) => name)).toEqual(['Brook, block 1', 'Brook, block 2', 'Mill']);
    const filled = harvestTemplate(planned, 't/ha')
      .split('\n')
      .map((line, at) => (at === 0 ? line : `${line}${line.includes('\ttry\t') ? 9 : 8}`))
      .join('\n');
    const { drafts, isBlocked, lineCount } = take(filled);
    expect([isBlocked, lineCount]).toEqual([false, 6]);
    expect(drafts['home.1.2']).toMatchObject({ try: '9', check: '8' });
  });

  it('tells blocks apart by what was tried, and asks where it cannot', () => {
    const { drafts } = take('field\tpart\thybrid\tyield (t/ha)\nBrook\ttry\tBly\t9');
    expect(drafts).toEqual({ 'home.1.2': { ...EMPTY_HARVEST, try: '9' } });
    const unclear = take('field\tpart\tyield (t/ha)\nBrook\tcheck\t9');
    expect(unclear.isBlocked).toBe(true);
    expect(unclear.findings.at(-1)?.text).toContain('several blocks; write “Brook, block 1”');
  });

  it('says how a number is corrected that came before with another value', () => {
    const known = exampleDecision({ partRewards: { share: 0.2, try: 9, check: null } });
    const later = plannedDecisions(seasonsOf([known])[0]!, receipts);
    const again = harvestFromTable(
      readHarvests('field\tpart\tyield (t/ha)\nBrook\ttry\t9.4\nBrook\tcheck\t8'),
      later,
    );
    expect(again.isBlocked).toBe(true);
    expect(again.findings.at(-1)?.text).toContain(
      '9 was reported of its try, and the table says 9.4',
    );
    const same = harvestFromTable(
      readHarvests('field\tpart\tyield (t/ha)\nBrook\ttry\t9\nBrook\tcheck\t8'),
      later,
    );
    expect([same.isBlocked, same.lineCount]).toEqual([false, 1]);
  });

  it('is asked about where it can hardly be', () => {
    const definition = {
      actions: ['Own', 'Ada'],
      baseline: { action: 'Own' },
      context: {},
      reward: { min: 2, max: 16, unit: 't/ha' },
      split: { drop: 2.5, plotNoise: { scale: 0.4 } },
    };
    const doubts = (tried: number) =>
      doubtsAbout(definition, season!, [{ decision: 'home.1.3', try: tried, check: 9 }]);
    expect(doubts(4.5).map(({ text }) => text)).toEqual([
      'Mill: the try is to have yielded 4.5 t/ha; its check has 9 t/ha, and 2.5 t/ha is declared as the most.',
    ]);
    expect(doubts(8)).toEqual([]);
  });

  it.each([
    ['field\tpart\tyield (t/ha)\nHill\ttry\t9', 'Hill is not in the plan'],
    ['field\tyield (t/ha)\nMill\t9', 'say whether it is the try or the check'],
    ['field\tpart\thybrid\tyield (t/ha)\nMill\ttry\tZed\t9', 'try Zed was not to grow there'],
    // Once a mistyped hybrid was booked as the check.
    ['field\thybrid\tyield (t/ha)\nMill\tAdda\t9', 'Adda was not to grow there'],
    // Once the second line of a part took the place of the first.
    [
      'field\tpart\thybrid\tyield (t/ha)\nMill\ttry\t\t8\nMill\t\tAda\t11',
      'Mill has a yield of its try above',
    ],
  ])('is blocked where a line fits nothing: %j', (text, words) => {
    const { isBlocked, findings } = take(text);
    expect(isBlocked).toBe(true);
    expect(findings.map((finding) => finding.text).join(' ')).toContain(words);
  });
});
