/**
 * No API key can fill the disk with policies.
 */
import { expect, it } from 'vitest';
import type { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { FARM, RAIN, refusalOf, sampleService } from '../testing/sample-service.ts';

const FIRST = { policy: FARM, ...RAIN };
const key = (scope: string) => ({ scope, text: null });

it('a key creates so many policies, inline or by definition, and others are not touched by it', async () => {
  const { service, journal } = sampleService({ limits: { policiesPerKey: 3 } });
  await service.decide('a', FIRST, key('hk_one'));
  await service.define('b', { definition: FARM }, 'hk_one');
  await service.decide('c', FIRST, key('hk_one'));
  expect(await refusalOf(service.decide('d', FIRST, key('hk_one')))).toBe('HR_POLICY_QUOTA');
  expect(await refusalOf(service.define('d', { definition: FARM }, 'hk_one'))).toBe(
    'HR_POLICY_QUOTA',
  );
  expect((journal as MemoryJournal).disk.chains.has('d')).toBe(false);
  // What is there goes on, whoever created it.
  await service.decide('a', FIRST, key('hk_one'));
  await service.decide('a', RAIN, key('hk_two'));
  await service.define('b', { definition: { ...FARM, seed: 8 }, reason: 'new' }, 'hk_one');
  await service.decide('d', FIRST, key('hk_two'));
  // One that decided is archived and counts; one that never did is removed and does not.
  await service.remove('a', {});
  expect(await refusalOf(service.decide('e', FIRST, key('hk_one')))).toBe('HR_POLICY_QUOTA');
  await service.remove('b', {});
  await service.decide('e', FIRST, key('hk_one'));
  expect(await journal.countOwned('hk_one')).toBe(3);
});

it('many that are created in the same moment are counted, too, and those that were refused are not', async () => {
  const { service, journal } = sampleService({ limits: { policiesPerKey: 5 } });
  const wrong = service.decide('wrong', { ...FIRST, context: {} }, key('hk_one'));
  expect(await refusalOf(wrong)).toBe('HR_INVALID_INPUT');
  const names = Array.from({ length: 20 }, (_, i) => `p${i}`);
  const asked = names.map((name, i) =>
    i % 2 === 0
      ? service.decide(name, FIRST, key('hk_one'))
      : service.define(name, { definition: FARM }, 'hk_one'),
  );
  const answers = await Promise.allSettled(asked);
  const made = answers.filter(({ status }) => status === 'fulfilled');
  expect([made.length, await journal.countOwned('hk_one')]).toEqual([5, 5]);
  // What was in use then is free again.
  await service.remove('p1', {});
  await service.decide('last', FIRST, key('hk_one'));
});

it('0 is no limit', async () => {
  const { service } = sampleService({ limits: { policiesPerKey: 0 } });
  for (const name of ['a', 'b', 'c']) await service.decide(name, FIRST, key('hk_one'));
  expect((await service.policies()).policies).toHaveLength(3);
});
