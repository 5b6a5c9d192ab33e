import { readFields, readHarvests, readTrials } from '@hedgerow/farm';
import { describe, expect, it } from 'vitest';
import { FIELD_MEANINGS, HARVEST_MEANINGS, remapped, TRIAL_MEANINGS } from './columns-list.tsx';

describe('columns that are said', () => {
  it('are one thing each, and each thing is in one column', () => {
    expect(remapped({ area: 'A', farm: 'B' }, 'C', 'area')).toEqual({ farm: 'B', area: 'C' });
    expect(remapped({ area: 'A', farm: 'B' }, 'A', 'field')).toEqual({ farm: 'B', field: 'A' });
    expect(remapped({ area: 'A' }, 'A', '')).toEqual({});
  });

  it('are taken at their word', () => {
    const text = 'Plan A;Plan B\nBrook;12';
    expect(readFields(text).isBlocked).toBe(true);
    const said = readFields(text, { map: { field: 'Plan A', area: 'Plan B' } });
    expect(said.rows).toMatchObject([{ name: 'Brook', hectares: 12 }]);
  });

  it.each([
    ['fields', readFields, FIELD_MEANINGS],
    ['harvests', readHarvests, HARVEST_MEANINGS],
    ['trials', readTrials, TRIAL_MEANINGS],
  ] as const)('can be all that readers of %s know', (_, read, meanings) => {
    for (const meaning of meanings) {
      const { findings } = read('x\n1', { map: { [meaning]: 'x' } });
      expect(findings.map(({ kind }) => kind)).not.toContain('map-key');
    }
  });
});
