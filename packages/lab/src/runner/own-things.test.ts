/**
 * Things of one's own: the examples run, on threads as in one, and what breaks a contract is refused by name.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Experiment } from '../experiments/experiment.ts';
import { experimentHash } from '../experiments/experiment-hash.ts';
import { inlineFiles } from '../experiments/inline-files.ts';
import { checkExperiment, parseExperiment } from '../experiments/parse-experiment.ts';
import { CellPlayer } from './cell-player.ts';
import { loadOwnThings } from './own-things.ts';
import { playExperiment } from './play-experiment.ts';
import { runExperiment } from './run-experiment.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/own/', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-own-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function example(): Promise<Experiment> {
  const { readFile } = await import('node:fs/promises');
  const parsed = parseExperiment(await readFile(path.join(EXAMPLES, 'own.yaml'), 'utf8'));
  return inlineFiles({ ...parsed, rounds: 60, trials: 2 }, EXAMPLES);
}

describe('the examples', () => {
  test('run on threads to the same numbers as here', async () => {
    const experiment = await example();
    const options = { experiment, moduleFolder: EXAMPLES, outputFolder: folder, workerCount: 1 };
    const { cells } = await runExperiment(options);
    const player = new CellPlayer(experiment, await loadOwnThings(experiment, EXAMPLES));
    for (const [index, cell] of cells.entries()) {
      const table = new Float64Array(experiment.trials * player.layout.width);
      for (let trial = 0; trial < experiment.trials; trial++) player.play(index, trial, table);
      expect(cell.own?.['longest-wait']).toEqual([
        ...player.layout.column(table, player.layout.ownIndex(0)),
      ]);
      const regret = player.layout.measureIndex('expectedRegret', player.layout.recordedCount - 1);
      expect(cell.finals.expectedRegret).toEqual([...player.layout.column(table, regret)]);
    }
    const greedy = cells.filter(({ strategy }) => strategy === 'greedy');
    for (const { own } of greedy) expect(own?.['longest-wait']).toEqual([1, 1]);
  });

  test('belong to the text of their modules', async () => {
    const experiment = await example();
    const [strategy] = experiment.strategies;
    expect(strategy).toMatchObject({ sourceHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const other = { ...experiment, strategies: [{ ...strategy!, sourceHash: 'other' }] };
    const same = { ...experiment, strategies: [strategy!] };
    expect(experimentHash(other)).not.toBe(experimentHash(same));
  });

  test('are not played without being loaded', async () => {
    const experiment = await example();
    expect(() => playExperiment(experiment)).toThrow('loaded');
  });
});

describe('a module that breaks a contract', () => {
  const STRATEGY = (body: string) =>
    `export default () => ({ hasGate: false, learn() {}, ${body} });`;
  const WORLD = (changes: string) => `export default () => ({
    declarations: { rewardNoiseScale: 0, linearNoiseScale: 0.5, rewardFloor: 0 },
    baselineReward: () => 1,
    draw: (random) => ({ trueWeights: null, world: {
      dimension: 1, actionCount: 2, expectedRewards: Float64Array.of(1, 0), baselineAction: 0,
      baselineExpectedReward: 1, nextRound(into) { into.fill(1); }, reward: () => 1,
      realisedReward: () => 1, features() {}, ${changes} } }) });`;

  const CASES = [
    [
      'strategy',
      'an action that is none',
      STRATEGY('choose: () => ({ action: 99, chosenBy: "learner" })'),
      'its action from 0 to',
    ],
    [
      'strategy',
      'another action than the baseline',
      STRATEGY(
        'choose: ({ baselineAction }) => ({ action: (baselineAction + 1) % 2, chosenBy: "baseline" })',
      ),
      'must play the baseline',
    ],
    [
      'strategy',
      'chance of its own',
      STRATEGY(
        'choose: ({ actionCount }) => ({ action: Math.floor(Math.random() * actionCount), chosenBy: "learner" })',
      ),
      'the same random numbers',
    ],
    ['strategy', 'no function', 'export default 7;', 'export a function as default'],
    ['strategy', 'a fault', 'throw new Error("oh");', 'can be imported'],
    [
      'world',
      'features that are no numbers',
      WORLD('nextRound(into) { into.fill(NaN); }'),
      'finite features',
    ],
    [
      'world',
      'a baseline that does not exist',
      WORLD('baselineAction: 2'),
      'baselineAction from 0 to 1',
    ],
    ['world', 'chance of its own', WORLD('reward: () => Math.random()'), 'the same rounds'],
    [
      'measure',
      'no value',
      'export default () => ({ decided() {} });',
      'decided(world, play) and value()',
    ],
  ] as const;

  test.each(CASES)('%s with %s', async (what, name, text, words) => {
    const file = `${what}-${name.replaceAll(' ', '-')}.mjs`;
    const place = path.join(folder, 'modules');
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, file), text);
    const module = `./${file}`;
    const experiment = checkExperiment({
      format: 'hedgerow-experiment/1',
      name: 'broken',
      rounds: 2,
      trials: 1,
      seed: 1,
      allowedShortfalls: [0.1],
      environments: [
        what === 'world' ? { id: 'mine', kind: 'own', module } : { id: 'bounded', kind: 'bounded' },
      ],
      strategies: [
        what === 'strategy'
          ? { id: 'mine', kind: 'own', module }
          : { id: 'usual', kind: 'baselineOnly' },
      ],
      ...(what === 'measure' ? { measures: [{ id: 'mine', module }] } : {}),
    });
    await expect(loadOwnThings(experiment, place)).rejects.toThrow(words);
  });

  test('is missed before anything is run', () => {
    const definition = { id: 'mine', kind: 'own', module: './nowhere.ts' } as const;
    const experiment = checkExperiment({
      format: 'hedgerow-experiment/1',
      name: 'missing',
      rounds: 2,
      trials: 1,
      seed: 1,
      environments: [{ id: 'bounded', kind: 'bounded' }],
      strategies: [definition],
    });
    expect(() => inlineFiles(experiment, folder)).toThrow('nowhere.ts must be a module');
  });
});
