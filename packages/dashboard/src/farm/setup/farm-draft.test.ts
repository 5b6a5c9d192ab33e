import { describePolicy } from '@hedgerow/core';
import { beginFarm } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import { EMPTY_FARM, type FarmDraft, readFarm } from './farm-draft.ts';
import { freeShare } from './promise-preview.tsx';

const DRAFT: FarmDraft = {
  ...EMPTY_FARM,
  name: 'home',
  added: [
    { name: 'Own', parents: '' },
    { name: 'Ada', parents: 'B73 × MO17' },
  ],
  usual: 'Own',
  fieldCount: '20',
  fieldSize: '12',
  drop: '4',
  least: '2',
  most: '16',
};

describe('a new farm', () => {
  it('is read as it was typed; what is left open is not declared', () => {
    const { answers, faults } = readFarm(DRAFT);
    expect(faults).toEqual({});
    expect(answers).toMatchObject({
      hybrids: [
        { name: 'Own', parents: [] },
        { name: 'Ada', parents: ['B73', 'MO17'] },
      ],
      failureProbability: 0.01,
      drop: 4,
    });
    expect(answers).not.toHaveProperty('noise');
    expect(answers).not.toHaveProperty('usualYield');
  });

  it.each([
    [{ name: 'my farm' }, 'name'],
    [{ added: DRAFT.added.slice(0, 1) }, 'hybrids'],
    [{ usual: 'Zed' }, 'usual'],
    [{ most: '1' }, 'most'],
    [{ drop: '-4' }, 'drop'],
    [{ usualLeast: '1', usualMost: '9' }, 'usualLeast'],
    [{ usualLeast: '6', usualMost: '' }, 'usualMost'],
    [{ blocks: '0' }, 'blocks'],
    [{ fieldSize: '' }, 'fieldSize'],
  ])('is refused at its place: %j', (change, at) => {
    const { answers, faults } = readFarm({ ...DRAFT, ...change });
    expect(answers).toBeNull();
    expect(Object.keys(faults)).toEqual([at]);
  });

  it('promises what its policy promises, and frees what the policy frees', () => {
    const { answers } = readFarm({ ...DRAFT, usualLeast: '6', usualMost: '12', noise: '0,6' });
    const definition = beginFarm(null, answers!);
    const { firstSeason, promise } = describePolicy(definition);
    expect(freeShare(answers!)).toBe(firstSeason!.freeShare);
    expect(firstSeason!.freeShare).toBeCloseTo(0.15, 10);
    expect(promise.text).toContain('in the weather that came');
  });
});
