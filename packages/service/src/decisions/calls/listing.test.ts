/**
 * Pages of policies that are no longer than they may be; and the chances of failure of all policies, added up: at once where there
 * are few, and not for every audit where there are many.
 */
import { describe, expect, it } from 'vitest';
import type { PolicyLine } from '../../journal/standing.ts';
import type { PolicyView } from '../../wire.ts';
import type { PolicyPage } from '../decision-service.ts';
import { createFailureSum, listPolicies } from './listing.ts';
import type { Room, Rows } from './room.ts';

function sumOver(count: number) {
  const names = Array.from({ length: count }, (_, i) => `p${String(i).padStart(5, '0')}`);
  const counts = { pages: 0, nowMs: 0, policies: count };
  const listLines = async ({ after, limit }: { after: string; limit: number }) => {
    counts.pages += 1;
    counts.nowMs += 1;
    const next = names.slice(0, counts.policies).filter((name) => name > after);
    return next.slice(0, limit).map((policy) => ({
      policy,
      archivedAt: null,
      standing: { failureProbability: 0.01 },
    })) as unknown as PolicyLine[];
  };
  const rows = {
    journal: { listLines },
    read: (read: () => Promise<unknown>) => read(),
    pause: () => Promise.resolve(),
    monotonic: { nowMs: () => counts.nowMs },
  } as unknown as Rows & Pick<Room, 'monotonic'>;
  return { counts, sum: createFailureSum(rows, () => Promise.resolve(0)) };
}

it('is told anew each time where there are few policies', async () => {
  const { counts, sum } = sumOver(600);
  expect(await sum()).toBeCloseTo(6, 9);
  counts.policies = 500;
  expect(await sum()).toBeCloseTo(5, 9);
});

it('is used again for a while where there are many, and by all who ask at once', async () => {
  const { counts, sum } = sumOver(5000);
  expect(await Promise.all([sum(), sum(), sum()])).toEqual(Array(3).fill(expect.closeTo(50, 9)));
  const { pages } = counts;
  await sum();
  expect(counts.pages).toBe(pages);
  counts.nowMs += 20 * pages;
  counts.policies = 4000;
  expect(await sum()).toBeCloseTo(40, 9);
});

describe('pages of long definitions', () => {
  const names = Array.from({ length: 12 }, (_, i) => `p${10 + i}`);
  const text = 'x'.repeat(700_000);
  const definition = { actions: [text], baseline: { reward: 1 }, context: {}, reward: {} };
  const read = { count: 0 };
  const rows = {
    journal: {
      listLines: async ({ after = '', limit }: { after?: string; limit: number }) =>
        names
          .filter((name) => name > after)
          .map((policy) => ({ policy }))
          .slice(0, limit),
      readStandings: async (policies: readonly string[]) => {
        read.count += policies.length;
        // The lines of some are behind: those policies are asked themselves.
        return policies
          .filter((name) => name !== 'p15')
          .map((policy) => ({
            policy,
            standing: { pending: 0 },
            text: '{"counts":{}}',
            outline: JSON.stringify({ definition }),
          }));
      },
    },
    read: (look: () => Promise<unknown>) => look(),
    pause: () => Promise.resolve(),
  } as unknown as Rows;
  const ask = async (id: string) =>
    ({ id, definition: { actions: [text] } }) as unknown as PolicyView;

  it.each([undefined, 'north'])(
    'end early, and the next begins where they end (site %s)',
    async (site) => {
      const pages: string[][] = [];
      let after: string | null = '';
      while (after !== null) {
        read.count = 0;
        const options = { after, ...(site === undefined ? {} : { site }) };
        const page: PolicyPage = await listPolicies(rows, options, ask);
        pages.push(page.policies.map(({ id }) => id));
        after = page.next;
        expect(read.count).toBeLessThanOrEqual(3);
      }
      expect(pages.flat()).toEqual(names);
      expect(Math.max(...pages.map(({ length }) => length))).toBe(2);
    },
  );
});
