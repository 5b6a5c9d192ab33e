import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { randomStream } from '../environments/random-stream.ts';
import { SHIPPED_MODEL_FILE } from '../maize/world/read-maize-model.ts';
import { createEnvironment } from './create-world.ts';
import type { EnvironmentDefinition } from './experiment.ts';
import { experimentHash } from './experiment-hash.ts';
import { inlineFiles } from './inline-files.ts';
import { parseExperiment } from './parse-experiment.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-inline-'));
copyFileSync(SHIPPED_MODEL_FILE, path.join(folder, 'own.json'));
afterAll(() => rmSync(folder, { recursive: true }));

function experimentOf(environment: string) {
  return parseExperiment(`
format: hedgerow-experiment/1
name: own
rounds: 5
seed: 1
trials: 2
environments: [{ id: world, ${environment} }]
strategies: [{ id: hedge, kind: hedge }]
allowedShortfalls: [0.1]
`);
}

/** What the first round of a world looks like. */
function firstRound(definition: EnvironmentDefinition): number[] {
  const { world } = createEnvironment(definition).draw(randomStream({ seed: 3, index: 0 }));
  world.nextRound(new Float64Array(world.actionCount * world.dimension));
  return Array.from(world.expectedRewards);
}

describe('a fitted model of one’s own in an experiment', () => {
  it('is read from beside the file, covered by the hash, and played', () => {
    const shipped = experimentOf('kind: bilinear');
    const own = inlineFiles(experimentOf('kind: bilinear, file: own.json'), folder);
    expect(own.environments[0]).not.toHaveProperty('file');
    expect(experimentHash(own)).not.toBe(experimentHash(shipped));
    expect(firstRound(own.environments[0]!)).toEqual(firstRound(shipped.environments[0]!));
    expect(inlineFiles(shipped, folder)).toBe(shipped);
  });

  it.each([
    ['kind: bilinear, file: none.json', 'must be a file that can be read'],
    ['kind: bilinear, file: broken.json', 'broken.json'],
  ])('is refused where it cannot be read: %s', (environment, said) => {
    writeFileSync(path.join(folder, 'broken.json'), '{"format": "hedgerow-maize-world/1"}');
    expect(() => inlineFiles(experimentOf(environment), folder)).toThrow(said);
  });

  it('is refused unread, and with a baseline that it does not have', () => {
    const unread = experimentOf('kind: bilinear, file: own.json').environments[0]!;
    expect(() => createEnvironment(unread)).toThrow('must have its fitted model');
    const beyond = experimentOf('kind: bilinear, baselineRank: 25').environments[0]!;
    expect(() => createEnvironment(beyond)).toThrow('at most the number of hybrids, 24');
  });
});
