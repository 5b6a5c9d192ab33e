/**
 * Fields as they are typed or pasted, and what is kept of them.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import { readFields } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_DRAFT, readField } from './field-draft.ts';
import { fieldsFromRows } from './fields-from-rows.ts';
import { mergedFields } from './keep-fields.ts';

const FARM: PolicyDefinition = {
  actions: ['Own', 'Ada'],
  baseline: { action: 'Own' },
  context: {
    temperature: { min: 0, max: 40, seen: { min: 16, max: 26, step: 2 } },
    clay: { min: 0, max: 100 },
    region: { categories: ['IA', 'elsewhere'] },
  },
  reward: { min: 2, max: 16, unit: 't/ha' },
  allowedShortfall: 0.1,
  size: { typical: 20, unit: 'ha' },
  split: {},
};

describe('a field that is typed', () => {
  it('is kept with what was said of it', () => {
    const draft = {
      ...EMPTY_DRAFT,
      name: ' Brook ',
      size: '12,5',
      site: 'Hill Farm',
      usual: 'Ada',
      blocks: '2',
      values: { clay: '30', region: 'IA' },
    };
    const { field, faults } = readField(draft, FARM, []);
    expect(faults).toEqual({});
    expect(field).toEqual({
      name: 'Brook',
      size: 12.5,
      site: 'Hill Farm',
      baseline: 'Ada',
      blocks: 2,
      context: { clay: 30, region: 'IA' },
    });
    expect(readField(draftOf(field!), FARM, []).field).toEqual(field);
  });

  it('loses what is emptied, and keeps its notes', () => {
    const before = {
      name: 'Brook',
      size: 12,
      site: 'Hill',
      baseline: 'Ada',
      notes: { 'usual temp': 21 },
    };
    const { field } = readField({ ...draftOf(before), site: '', usual: '' }, FARM, [], before);
    expect(field).toEqual({
      name: 'Brook',
      size: 12,
      notes: { 'usual temp': 21 },
      context: { clay: 50, region: 'elsewhere' },
    });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'Mill' }, 'name'],
    [{ size: '-3' }, 'size'],
    [{ size: 'big' }, 'size'],
    [{ blocks: '1.5' }, 'blocks'],
    [{ values: { clay: '130' } }, 'clay'],
    [{ values: { region: 'Nowhere' } }, 'region'],
  ])('is refused with the reason at its place: %j', (change, at) => {
    const draft = { ...EMPTY_DRAFT, name: 'Brook', size: '12', ...change };
    const { field, faults } = readField(draft, FARM, ['Mill']);
    expect(field).toBeNull();
    expect(Object.keys(faults)).toEqual([at]);
  });
});

describe('fields that are pasted', () => {
  const read = (text: string, blocks = 1) => fieldsFromRows(readFields(text), FARM, blocks);

  it('take over what the policy knows, and say what was assumed', () => {
    const { fields, findings, isBlocked } = read(
      'field,ha,region,clay,usual hybrid,temp\nBrook,12,ia,30,ada,22\nMill,9,Nowhere,,,',
      2,
    );
    expect(isBlocked).toBe(false);
    expect(fields[0]).toEqual({
      name: 'Brook',
      size: 12,
      baseline: 'Ada',
      blocks: 2,
      context: { clay: 30, region: 'IA' },
      notes: { 'usual temperature': 22 },
    });
    expect(fields[1]?.context).toEqual({ clay: 50, region: 'elsewhere' });
    const said = findings.map(({ text }) => text).join(' ');
    expect(said).toContain('Mill: no trial was in Nowhere');
    expect(said).toContain('Mill: clay is not given');
  });

  it('are blocked by a hybrid that the farm cannot buy, and by soil that cannot be', () => {
    expect(read('field,ha,usual hybrid\nBrook,12,Zed').isBlocked).toBe(true);
    expect(read('field,ha,clay\nBrook,12,130').isBlocked).toBe(true);
  });

  it('take the place of fields of the same name', () => {
    const merged = mergedFields(
      [
        { name: 'Brook', size: 1 },
        { name: 'Mill', size: 2 },
      ],
      [
        { name: 'Brook', size: 3 },
        { name: 'Hill', size: 4 },
      ],
    );
    expect(merged.map(({ name, size }) => `${name} ${size}`)).toEqual([
      'Brook 3',
      'Mill 2',
      'Hill 4',
    ]);
  });
});
