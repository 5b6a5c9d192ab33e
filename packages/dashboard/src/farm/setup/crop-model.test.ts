import { createPolicy } from '@hedgerow/core';
import { beginFarm, readTrials } from '@hedgerow/farm';
import { expect, it } from 'vitest';
import { draftFor, fittedModel, modelIn } from './crop-model.ts';
import { EMPTY_FARM, readFarm } from './farm-draft.ts';

const TRIALS = `Schlag;Jahr;Sorte;Ertrag dt/ha
Bach;2024;Own;92,1
Bach;2024;Ada;99,0
Bach;2025;Own;88,4
Bach;2025;Ada;97,3`;

it('makes a farm of a small table of one’s own', () => {
  const model = { kind: 'own' as const, model: fittedModel(readTrials(TRIALS)) };
  expect(model.model.hybrids.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Own']);
  const draft = draftFor(model, { ...EMPTY_FARM, hybrids: ['Ada', 'Own', 'Gone'] });
  expect(draft.hybrids).toEqual(['Ada', 'Own']);
  const { answers } = readFarm({
    ...draft,
    name: 'home',
    usual: 'Own',
    fieldCount: '3',
    fieldSize: '9',
    least: '2',
    most: '16',
  });
  const definition = beginFarm(modelIn(model), answers!);
  expect(definition.size).toEqual({ typical: 9, unit: 'ha' });
  const { bounds } = createPolicy(definition).preview({ field: 'another field' }, { size: 9 });
  const ada = bounds.find(({ action }) => action === 'Ada')!;
  expect(ada.outlook!.beside.predicted).toBeGreaterThan(0);
  expect(ada.outlook!.beside.chance).toBeLessThan(1);
});
