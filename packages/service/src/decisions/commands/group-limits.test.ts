/**
 * Groups fill no memory: rewards that wait, names that were used.
 */

import { createPolicy } from '@hedgerow/core';
import { expect, test } from 'vitest';
import type { PolicyState } from '../fold/policy-state.ts';
import { FARM, NO_KEY, sampleService } from '../testing/sample-service.ts';
import { requireGroupRoom, requireRewardRoom } from './group-limits.ts';

function stateWith(openGroup: string | null): PolicyState {
  const core = createPolicy(FARM);
  for (const group of ['one', 'two', 'three']) {
    const { id } = core.decide({ rain: 1 }, { group });
    core.decide({ rain: 2 }, { group });
    core.observe(id, 10);
  }
  if (openGroup === null) core.closeGroup();
  return { core, openGroup } as PolicyState;
}

test('only rewards that would wait are refused, and only where too many do', () => {
  const state = stateWith('three');
  expect(state.core!.groupCounts).toEqual({ closed: 2, waiting: 1 });
  expect(() => requireRewardRoom(state, 'd6', 1)).toThrow('Close the group');
  // Its group is closed: it is learnt at once.
  requireRewardRoom(state, 'd4', 1);
  requireRewardRoom(state, 'd6', 2);
  requireRewardRoom(state, null, 0);
});

test('one group more than there may be is refused; the open one goes on', () => {
  const open = stateWith('three');
  expect(() => requireGroupRoom(open, 'four', 3)).toThrow('Start a new generation');
  requireGroupRoom(open, 'three', 3);
  requireGroupRoom(open, undefined, 0);
  requireGroupRoom(open, 'four', 4);
  const closed = stateWith(null);
  expect(closed.core!.groupCounts).toEqual({ closed: 3, waiting: 0 });
  expect(() => requireGroupRoom(closed, 'four', 3)).toThrow('3 groups');
});

test('is asked of decisions, plans and rewards alike, with the usual limits', async () => {
  const { service, decide } = sampleService();
  const { id } = await decide({ group: 'g' });
  await service.issueGroup('farm', { group: 'g', situations: [{ context: { rain: 1 } }] }, NO_KEY);
  expect((await service.reward(id, { value: 10 })).outcome).toBe('recorded');
});
