/**
 * What a shelf tells the journal of decisions that nobody knows any more. What comes of it: ../shelf.test.ts.
 */
import { createEngine, type PolicyDefinition } from '@hedgerow/core';
import { expect, it } from 'vitest';
import type { PolicyCreated } from '../../journal/entry.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { perform } from '../fold/perform.ts';
import { account } from '../fold/policy-fold.ts';
import { emptyState, type PolicyState } from '../fold/policy-state.ts';
import { FARM } from '../testing/sample-service.ts';
import { Shelf } from './shelf.ts';

function stateOf(definition: PolicyDefinition): PolicyState {
  const shelf = new Shelf({ journal: new MemoryJournal(), decisionsHeld: 4 });
  const state = emptyState('farm', createEngine(), undefined, shelf);
  const created: PolicyCreated = { kind: 'policy-created', definition };
  perform(state, created, '');
  account(state, created, '');
  return state;
}

it('names blocks that went before again with those beside them: their row may hold them all', () => {
  const size = { typical: 4, unit: 'ha' };
  const divided = { ...FARM, baseline: { action: 'local' }, size, split: { strips: 20, drop: 4 } };
  const told = (definition: PolicyDefinition) => {
    const { shelf, ...state } = stateOf(definition);
    return [[7], [4, 9], [5, 6], [12]].map((numbers) => {
      shelf.forget(numbers);
      shelf.handOut({ shelf, ...state }, 'snapshot');
      return shelf.takeBatches().flatMap(({ forgotten }) => forgotten.toSorted((a, b) => a - b));
    });
  };
  expect(told(divided)).toEqual([[7], [4, 9], [4, 5, 6, 7], [12]]);
  expect(told(FARM)).toEqual([[7], [4, 9], [5, 6], [12]]);
});
