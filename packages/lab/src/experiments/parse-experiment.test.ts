import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { experimentHash } from './experiment-hash.ts';
import { parseExperiment } from './parse-experiment.ts';
import { smallExperiment } from './testing/small-experiment.ts';

/** A small experiment with some fields replaced, as text. */
function withFields(changes: object): string {
  return JSON.stringify({ ...smallExperiment, ...changes });
}

function faultOf(text: string): string {
  try {
    parseExperiment(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no fault';
}

const environment = { id: 'a', kind: 'synthetic', reading: 'berkson' };
const hedge = { id: 'h', kind: 'hedge' };

describe('an experiment file', () => {
  it('may be YAML or JSON', () => {
    expect(parseExperiment(stringify(smallExperiment))).toEqual(
      parseExperiment(JSON.stringify(smallExperiment)),
    );
  });

  it('gets the defaults of the paper for each kind', () => {
    const { environments, strategies } = parseExperiment(
      withFields({
        environments: [environment],
        strategies: [{ id: 'one', kind: 'conservativeContextUcb' }, hedge],
      }),
    );
    expect(environments[0]).toEqual({
      ...environment,
      contextDimension: 5,
      actionCount: 20,
      baselineRank: 10,
      noiseScale: 0.1,
    });
    expect(strategies[0]).toEqual({
      id: 'one',
      kind: 'conservativeContextUcb',
      ridgePenalty: 1,
      failureProbability: 0.001,
      radius: 'paper',
      startingSet: 'ball',
    });
    expect(strategies[1]).toMatchObject({
      hintDoubt: 0.2,
      baselineReward: 'known',
      promise: 'expected',
    });
  });

  it.each([
    ['format', { format: 'hedgerow-experiment/2' }],
    ['name', { name: '../elsewhere' }],
    ['name', { name: 'Capital' }],
    ['title', { title: 'two\nlines' }],
    ['rounds', { rounds: 0 }],
    ['rounds', { rounds: 2.5 }],
    ['rounds', { rounds: undefined }],
    ['trials', { trials: '100' }],
    ['seed', { seed: -1 }],
    ['seed', { seed: 2 ** 32 }],
    ['colour', { colour: 'green' }],
    ['environments', { environments: [] }],
    ['environments[0].kind', { environments: [{ id: 'a', kind: 'frob' }] }],
    ['environments[0].reading', { environments: [{ id: 'a', kind: 'synthetic' }] }],
    ['environments[0].id', { environments: [{ ...environment, id: 'a/b' }] }],
    ['environments[1].id', { environments: [environment, environment] }],
    ['environments[0].baselineRank', { environments: [{ ...environment, baselineRank: 21 }] }],
    ['environments[0].trap', { environments: [{ id: 'a', kind: 'trap', trap: 'mouse' }] }],
    ['environments[0].noiseScale', { environments: [{ id: 'a', kind: 'bounded', noiseScale: 1 }] }],
    ['strategies[0].kind', { strategies: [{ id: 'a' }] }],
    ['strategies[1].id', { strategies: [hedge, { ...hedge }] }],
    ['strategies[1].radius', { strategies: [hedge, { ...hedge, id: 'i', radius: 'paper' }] }],
    ['strategies[0].radius', { strategies: [{ id: 'a', kind: 'linearUcb', radius: 'wide' }] }],
    ['strategies[0].ridgePenalty', { strategies: [{ ...hedge, ridgePenalty: 0 }] }],
    ['strategies[0].failureProbability', { strategies: [{ ...hedge, failureProbability: 1 }] }],
    ['strategies[0].hintDoubt', { strategies: [{ ...hedge, hintDoubt: 'none' }] }],
    ['strategies[0].promise', { strategies: [{ ...hedge, promise: 'observed' }] }],
    ['strategies[0].gate', { strategies: [{ ...hedge, gate: 'open' }] }],
    ['strategies[0].gate', { strategies: [{ id: 'a', kind: 'linearUcb', gate: 'none' }] }],
    ['strategies[0].proposer.kind', { strategies: [{ ...hedge, proposer: { kind: 'bold' } }] }],
    ['strategies[0].selection', { strategies: [{ ...hedge, selection: 'best-safe' }] }],
    ['strategies[0].window', { strategies: [{ ...hedge, window: 0 }] }],
    ['strategies[0].window', { strategies: [{ ...hedge, window: 5, gate: 'none' }] }],
    ['strategies[0].window', { strategies: [{ ...hedge, window: 5, baselineReward: 'unknown' }] }],
    ['strategies[0].window', { strategies: [{ ...hedge, window: 5, promise: 'played' }] }],
    ['strategies[0].allowedShortfall', { strategies: [{ ...hedge, allowedShortfall: 1 }] }],
    ['differences[0].minus', { differences: [{ strategy: 'h', minus: 'k' }], strategies: [hedge] }],
    ['allowedShortfalls', { strategies: [hedge], allowedShortfalls: [] }],
    ['allowedShortfalls[0]', { allowedShortfalls: [0] }],
    ['allowedShortfalls[1]', { allowedShortfalls: [0.1, 0.1] }],
  ])('is refused with the path %s', (path, changes) => {
    const fault = faultOf(withFields(changes));
    expect(fault.split(' ')[0]).toBe(path);
    expect(fault).toContain('[HR_FILE]');
  });

  it('says what is wrong in one sentence', () => {
    expect(faultOf(withFields({ strategies: [{ ...hedge, radius: 'paper' }] }))).toBe(
      'strategies[0].radius must be a field that the format hedgerow-experiment/1 knows here, but it is unknown. Mind the spelling; some fields belong to other kinds. [HR_FILE]',
    );
    expect(faultOf(withFields({ strategies: [hedge, hedge] }))).toBe(
      'strategies[1].id must be an id of its own, but it is "h", like strategies[0].id. [HR_FILE]',
    );
    expect(faultOf(withFields({ trials: 'many' }))).toBe(
      'trials must follow the format hedgerow-experiment/1, but it is not: Invalid input: expected number, received string. [HR_FILE]',
    );
  });

  it.each([
    ['rounds: [1', 'an experiment must be YAML or JSON'],
    ['rounds: 1\nrounds: 2', 'Map keys must be unique'],
    ['', 'the file must follow the format'],
    ['- 1\n- 2', 'the file must follow the format'],
    ['rounds: .nan', 'must follow the format'],
  ])('is refused if it is no experiment at all: %j', (text, fault) => {
    expect(faultOf(text)).toContain(fault);
  });

  it('needs no list of shortfalls if all that promise have their own', () => {
    const own = { ...hedge, allowedShortfall: 0.25 };
    const free = { ...hedge, id: 'free', gate: 'none' };
    expect(() =>
      parseExperiment(withFields({ strategies: [own, free], allowedShortfalls: [] })),
    ).not.toThrow();
  });

  it('may promise about observed rewards where these have a floor and a coin measures them', () => {
    const promising = (baselineReward: string) =>
      withFields({
        environments: [{ id: 'a', kind: 'bounded' }],
        strategies: [{ ...hedge, promise: 'observed', baselineReward }],
      });
    expect(parseExperiment(promising('unknown')).strategies[0]!.promise).toBe('observed');
    expect(faultOf(promising('known'))).toMatch(/^strategies\[0\]\.promise must be "expected"/);
  });
});

describe('the examples', () => {
  const folder = new URL('../../experiments/', import.meta.url);
  it.each(readdirSync(folder))('%s can be read', (name) => {
    const experiment = parseExperiment(readFileSync(new URL(name, folder), 'utf8'));
    expect(`${experiment.name}.yaml`).toBe(name);
  });
});

describe('the hash of an experiment', () => {
  const hashOf = (changes: object) => experimentHash(parseExperiment(withFields(changes)));

  it('does not depend on the order of fields, nor on whether defaults are written out', () => {
    const reversed = Object.fromEntries(Object.entries(smallExperiment).reverse());
    expect(experimentHash(parseExperiment(JSON.stringify(reversed)))).toBe(hashOf({}));
    expect(hashOf({ strategies: [{ ...hedge, ridgePenalty: 1 }] })).toBe(
      hashOf({ strategies: [hedge] }),
    );
  });

  it('changes with anything that matters', () => {
    const hashes = [{}, { seed: 5 }, { rounds: 7 }, { allowedShortfalls: [0.2] }].map(hashOf);
    expect(new Set(hashes).size).toBe(4);
  });
});
