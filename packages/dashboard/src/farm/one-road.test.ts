/**
 * One road to the prior: 20 farms, each from the same files and the same declarations, through the page (its
 * form, its import of fields, a real service) and through `hedgerow farm`. Definitions are the same to the
 * bit, and so are plans drawn with the same seed.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@hedgerow/client';
import {
  createPolicy,
  type PlanSituation,
  type PolicyDefinition,
  type Receipt,
} from '@hedgerow/core';
import { beginFarm, mixedModelText, parseMixedModel, readFields, readTrials } from '@hedgerow/farm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { farmCommand } from '../../../cli/src/commands/farm-command.ts';
import { definitionOf, openFarm } from '../../../cli/src/farm/farm-state.ts';
import { readKept } from '../../../cli/src/state/state-file.ts';
import { type RunningService, readSettings, startService } from '../../../service/src/index.ts';
import { fieldsFromRows } from './fields/fields-from-rows.ts';
import { keepFields } from './fields/keep-fields.ts';
import { planRequest } from './plan/plan-request.ts';
import { type CropModel, fittedModel, modelIn, shippedModel } from './setup/crop-model.ts';
import { EMPTY_FARM, readFarm } from './setup/farm-draft.ts';

let folder: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-road-'));
  const data = path.join(folder, 'service');
  service = await startService(
    readSettings({ flags: { port: '0', data, logLevel: 'silent' } }),
    {},
  );
  client = createClient({ url: service.address });
});

afterAll(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Road {
  readonly definition: PolicyDefinition;
  readonly situations: readonly PlanSituation[];
  readonly bounds: readonly Receipt['bounds'][];
  readonly shares: readonly (readonly [string, string, number][])[];
}

interface MadeUpFarm {
  readonly name: string;
  readonly trials: string | null;
  readonly fields: string;
  readonly hybrids: readonly string[];
  readonly usual: string;
  readonly hectares: number;
  readonly declared: { readonly drop?: number; readonly noise?: number };
}

/** Farms that differ in all that a table may tell: weather, regions, parents, how many fields, what is declared. */
function madeUpFarm(seed: number): MadeUpFarm {
  let state = 7 * seed + 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let i = 0; i < 10; i++) random();
  const isShipped = seed % 5 === 4;
  const [hasWeather, hasRegions] = [seed % 2 === 0, seed % 3 === 0];
  const hybrids = isShipped
    ? ['B73/MO17', 'PHW52/PHN82', 'F42/OH43']
    : ['Own', 'Ada', 'Bly', 'Cor'].slice(0, 3 + (seed % 2));
  const count = 2 + (seed % 4);
  const places = Array.from({ length: count }, (_, i) => `Field ${i}`);
  const regions = places.map((_, i) => (i % 2 === 0 ? 'N' : 'S'));
  const trials = ['Field,Year,Hybrid,Yield (t/ha)', ...(hasWeather ? ['Temperature (°C)'] : [])];
  const heading = [...trials, ...(hasRegions ? ['Region'] : [])].join(',');
  const lines = places.flatMap((place, i) =>
    [2023, 2024, 2025].flatMap((year) => {
      const level = 9 + 2 * random();
      const warmth = (19 + 3 * random()).toFixed(1);
      return hybrids.map((hybrid, k) =>
        [
          ...[place, year, hybrid, (level + k / 4 + random() / 2).toFixed(2)],
          ...(hasWeather ? [warmth] : []),
          ...(hasRegions ? [regions[i]] : []),
        ].join(','),
      );
    }),
  );
  // Some fields of the trials, and one that they do not know; its region is told by another spelling.
  const rows = [...places.slice(1), 'Newly bought'].map((place, i) => {
    const region = isShipped ? 'ia' : place === 'Newly bought' ? 's' : '';
    return `${place},${10 + i},${hybrids[0]},${1 + (i % 2)},${region}`;
  });
  const sizes = rows.map((_, i) => 10 + i);
  return {
    name: `farm-${seed}`,
    trials: isShipped ? null : [heading, ...lines].join('\n'),
    fields: ['Field,Hectares,Usual hybrid,Blocks,Region', ...rows].join('\n'),
    hybrids,
    usual: hybrids[0]!,
    hectares: sizes[Math.floor(sizes.length / 2)]!,
    declared: {
      ...(seed % 2 === 0 && { drop: 2.5 }),
      ...(seed % 3 !== 1 && { noise: 0.4 }),
    },
  };
}

async function throughThePage(farm: MadeUpFarm): Promise<Road> {
  const { drop, noise } = farm.declared;
  const model: CropModel =
    farm.trials === null
      ? { kind: 'shipped', model: await shippedModel() }
      : { kind: 'own', model: fittedModel(readTrials(farm.trials)) };
  const { answers, faults } = readFarm({
    ...EMPTY_FARM,
    name: farm.name,
    hybrids: farm.hybrids,
    usual: farm.usual,
    fieldCount: '5',
    fieldSize: String(farm.hectares),
    least: '2',
    most: '16',
    ...(drop !== undefined && { drop: String(drop) }),
    ...(noise !== undefined && { noise: String(noise) }),
  });
  expect(faults).toEqual({});
  await client.define(farm.name, { definition: beginFarm(modelIn(model), answers!) });
  const view = await client.policy(farm.name);
  const { fields } = fieldsFromRows(readFields(farm.fields), view.definition, 1);
  const { revision } = await client.subjects(farm.name);
  await keepFields(client, { view, fields: [], revision, seasons: [] }, fields);
  const { definition: kept } = await client.definition(farm.name);
  // How decisions are carried out is the service's to say.
  const { execution: _, ...definition } = kept;
  const { subjects } = await client.subjects(farm.name);
  const request = planRequest({ definition, season: '2026', fields: subjects, weather: {} })!;
  const { receipts } = await client.planGroup(farm.name, request);
  return {
    definition,
    situations: request.situations.map(({ subject, context }) => {
      const { size, baseline, blocks } = subjects.find(({ name }) => name === subject)!;
      return {
        context: context as PlanSituation['context'],
        size: size!,
        baseline: { action: baseline! },
        ...(blocks !== undefined && { blocks }),
      };
    }),
    bounds: receipts.map(({ bounds }) => bounds),
    shares: receipts.map(({ parts }) => sharesOf(parts)),
  };
}

async function throughTheCommand(farm: MadeUpFarm): Promise<Road> {
  const inFolder = (name: string) => path.join(folder, `${farm.name}-${name}`);
  await writeFile(inFolder('fields.csv'), farm.fields);
  await writeFile(inFolder('hybrids.csv'), ['Hybrid', ...farm.hybrids].join('\n'));
  if (farm.trials === null) {
    await writeFile(inFolder('model.json'), mixedModelText(await shippedModel()));
  } else {
    await writeFile(inFolder('trials.csv'), farm.trials);
    await run('fit', inFolder('trials.csv'), '--output', inFolder('model.json'), '--yes');
  }
  const { drop, noise } = farm.declared;
  const plan = [
    ...['plan', '--model', inFolder('model.json'), '--fields', inFolder('fields.csv')],
    ...['--hybrids', inFolder('hybrids.csv'), '--output', inFolder('plan'), '--yields', '2,16'],
    ...(drop === undefined ? [] : ['--drop', String(drop)]),
    ...(noise === undefined ? [] : ['--plot-noise', String(noise)]),
    ...['--season', '2026', '--format', 'json', '--yes'],
  ];
  const { plan: preview } = JSON.parse(await run(...plan, '--preview'));
  const { season } = JSON.parse(await run(...plan));
  const model = parseMixedModel('model', await readFile(inFolder('model.json'), 'utf8'));
  const kept = openFarm((await readKept(path.join(inFolder('plan'), 'farm.state')))!);
  const rows = readFields(farm.fields).rows;
  const contexts = new Map(
    season.fields.map((one: { field: string; context: object }) => [one.field, one.context]),
  );
  return {
    definition: definitionOf(kept, model),
    situations: rows.map(({ name, hectares, usual, blocks }) => ({
      context: contexts.get(name) as PlanSituation['context'],
      size: hectares,
      baseline: { action: usual! },
      ...(blocks !== null && blocks > 1 && { blocks }),
    })),
    bounds: preview.receipts.map((receipt: Receipt) => receipt.bounds),
    shares: preview.receipts.map((receipt: Receipt) => sharesOf(receipt.parts)),
  };
}

function sharesOf(parts: Receipt['parts']): [string, string, number][] {
  return (parts ?? []).map(({ role, action, share }) => [role, action, share]);
}

async function run(...words: string[]): Promise<string> {
  let written = '';
  const said = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const complained = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  await farmCommand().parseAsync(words, { from: 'user' });
  const told = complained.mock.calls.join('');
  said.mockRestore();
  complained.mockRestore();
  expect(process.exitCode ?? 0, told).toBe(0);
  return written;
}

describe('the same files and the same declarations', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'give one prior and one plan in the page and in the command: farm %i',
    async (seed) => {
      const farm = madeUpFarm(seed);
      const [page, command] = [await throughThePage(farm), await throughTheCommand(farm)];
      expect(page.definition.prior).toEqual(command.definition.prior);
      expect(page.definition).toEqual(command.definition);
      expect(page.situations).toEqual(command.situations);
      expect(page.bounds).toEqual(command.bounds);
      expect(page.shares).toEqual(command.shares);
      const plans = [page, command].map(({ definition, situations }) =>
        createPolicy({ ...definition, seed: 5 }, { coin: (n) => (n * 0.618) % 1 }).decideTogether(
          situations,
          { group: '2026' },
        ),
      );
      expect(plans[0]).toEqual(plans[1]);
      // Trials of one's own count: the fields of the trials are known, and so is the noise.
      const { prior } = page.definition;
      if (farm.trials !== null) {
        expect(prior!.noiseVariance).toBeLessThan(0.2);
        expect(prior!.weights.some((weight) => weight !== 0)).toBe(true);
      }
    },
    60_000,
  );
});
