/**
 * What is compared when an entry is made again, field by field; and what is not, because it is only shown.
 */
import { describe, expect, it } from 'vitest';
import type { Decided, EntryBody } from '../../journal/entry.ts';
import { decided, rewarded } from '../../journal/testing/sample-entries.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { differingField } from './same-entry.ts';

const sample = decided({ sequence: 3, key: 'k' }).body as Decided;
const receipt: DecisionReceipt = {
  ...(sample.receipt as DecisionReceipt),
  coin: { number: 0.25, playProbability: 0.5 },
  parts: [{ role: 'try', action: 'b', share: 0.25, size: 2, strips: [2, 7] }],
  size: 8,
  group: 'spring',
  site: 'hill',
  subject: 'field 1',
  recalibrated: [{ variable: 'rain', bias: 0.5, spread: 1.5 }],
  outside: [{ variable: 'rain', value: 9, min: 0, max: 8 }],
};
const written: Decided = { ...sample, receipt, draw: 0.75, planIndex: 2 };

const withReceipt = (change: Partial<DecisionReceipt>): EntryBody => ({
  ...written,
  receipt: { ...receipt, ...change },
});
const withMargin = (change: Partial<DecisionReceipt['margin']>): EntryBody =>
  withReceipt({ margin: { ...receipt.margin, ...change } });
const withBody = (change: Partial<Decided>): EntryBody => ({ ...written, ...change });
const leastMore = (value: number) => value * (1 + Number.EPSILON);

const COMPARED: readonly [string, EntryBody][] = [
  ['id', withReceipt({ id: 'maize.1.4' })],
  ['policy', withReceipt({ policy: 'wheat' })],
  ['generation', withReceipt({ generation: 2 })],
  ['sequence', withReceipt({ sequence: 4 })],
  ['decidedAt', withReceipt({ decidedAt: '2027-01-01T00:00:00.000Z' })],
  ['mode', withReceipt({ mode: 'shadow' })],
  ['action', withReceipt({ action: 'b' })],
  ['chosenBy', withReceipt({ chosenBy: 'learner' })],
  ['reason', withReceipt({ reason: 'held-out' })],
  ['proposal', withReceipt({ proposal: 'a' })],
  ['proposedBy', withReceipt({ proposedBy: 'caller' })],
  ['baseline', withReceipt({ baseline: { action: 'a', reward: { min: 0.25, max: 0.75 } } })],
  ['coin', withReceipt({ coin: { number: 0.5, playProbability: 0.5 } })],
  ['coin', withReceipt({ coin: null })],
  ['parts', withReceipt({ parts: [{ ...receipt.parts![0]!, strips: [2, 8] }] })],
  ['size', withReceipt({ size: 9 })],
  ['group', withReceipt({ group: 'autumn' })],
  ['site', withReceipt({ site: 'vale' })],
  ['subject', withReceipt({ subject: 'field 2' })],
  ['recalibrated', withReceipt({ recalibrated: [] })],
  ['margin.before', withMargin({ before: leastMore(receipt.margin.before) })],
  ['margin.ifProposed', withMargin({ ifProposed: leastMore(receipt.margin.ifProposed) })],
  ['margin.worstIncrement', withMargin({ worstIncrement: -2 })],
  ['margin.after', withMargin({ after: leastMore(receipt.margin.after) })],
  ['request', withBody({ request: { context: { rain: -0 } } })],
  ['coreId', withBody({ coreId: 'd4' })],
  ['key', withBody({ key: { ...written.key!, fingerprint: 'other' } })],
  ['key', withBody({ key: null })],
  ['draw', withBody({ draw: 0.5 })],
  ['planIndex', withBody({ planIndex: 3 })],
];

const SHOWN: readonly [string, EntryBody][] = [
  ['explanation', withReceipt({ explanation: 'Worded better.' })],
  ['change', withReceipt({ change: ['Nothing.'] })],
  ['bounds', withReceipt({ bounds: [] })],
  ['outside', withReceipt({ outside: [] })],
  ['promise', withReceipt({ promise: { ...receipt.promise, text: 'Better worded.' } })],
  ['context', withReceipt({ context: { kind: 'exact', values: [1] } as never })],
  ['unit', withMargin({ unit: 'kg' })],
  ['core', { ...written, core: '0.0.1' }],
];

describe('an entry that is made again', () => {
  it.each(COMPARED)('differs if another %s is written', (field, other) => {
    expect(differingField(written, other)).toBe(field);
    expect(differingField(other, written)).toBe(field);
  });

  it.each(SHOWN)('does not differ by its %s, which is only shown', (_field, other) => {
    expect(differingField(written, other)).toBeNull();
  });

  it('does not differ by the order of fields, nor by one that is undefined', () => {
    const { before, ...rest } = receipt.margin;
    const reordered = withReceipt({ margin: { ...rest, before } });
    expect(differingField(written, reordered)).toBeNull();
    const open = { ...sample, draw: undefined } as unknown as EntryBody;
    expect(differingField(sample, open)).toBeNull();
  });

  it('of any other kind is compared whole, but for who wrote it', () => {
    const { body } = rewarded('maize.1.1', 0);
    expect(differingField(body, { ...body, core: '0.0.1' })).toBeNull();
    expect(differingField(body, rewarded('maize.1.1', -0).body)).toBe('value');
    expect(differingField(body, { ...body, size: 2 } as EntryBody)).toBe('size');
    expect(differingField(body, written)).toBe('kind');
  });
});
