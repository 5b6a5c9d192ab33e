/**
 * After an upgrade the lines of all policies are filled in while the service runs.
 */
import { expect, it } from 'vitest';
import { refusalOf, sampleService } from '../decisions/testing/sample-service.ts';
import { elsewhereFailure } from '../journal/journal.ts';
import { MemoryDisk, MemoryJournal } from '../journal/testing/memory-journal.ts';
import { journalUnavailable } from '../problems/refusals.ts';
import { fillLines } from './fill-lines.ts';

const COUNT = 60;

/** A journal as an earlier release left it: no line has a standing. */
async function leftBehind(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const old = sampleService({ journal: new MemoryJournal({ disk }) });
  for (let k = 0; k < COUNT; k++) await old.decide({}, null, `p${k}`);
  await old.service.close();
  disk.standings.clear();
  return disk;
}

it('one policy after the other, few in memory, until the sums are right', async () => {
  const journal = new MemoryJournal({ disk: await leftBehind() });
  const { service } = sampleService({ journal, limits: { policiesAwake: 3 } });
  const warnings: string[] = [];
  const logger = { warn: (text: string) => void warnings.push(text) };
  expect(await service.totals()).toMatchObject({ ok: 0, unread: COUNT });
  // A sum of the rest would be wrong, and one request must not load them all.
  expect(await refusalOf(service.audit('p0'))).toBe('HR_OVERLOADED');
  const stopped = fillLines({ journal, service, logger });
  await stopped.close();
  expect((await service.totals()).unread).toBeGreaterThan(0);
  await fillLines({ journal, service, logger, pauseMs: 0 }).done;
  await service.close();
  const again = sampleService({ journal });
  expect(await again.service.totals()).toMatchObject({ ok: COUNT, unread: 0, pending: COUNT });
  const { failureProbabilityTotal } = await again.service.audit('p0');
  expect(failureProbabilityTotal).toBeCloseTo(0.05 * COUNT, 9);
  expect(warnings).toEqual([]);
});

it('a policy that cannot be read is told of, and the rest goes on', async () => {
  const disk = await leftBehind();
  const chain = disk.chains.get('p7')!;
  chain[0] = { ...chain[0]!, text: 'nonsense' };
  disk.snapshots.clear();
  const journal = new MemoryJournal({ disk });
  const { service } = sampleService({ journal });
  const warnings: unknown[] = [];
  const logger = { warn: (_text: string, fields?: object) => void warnings.push(fields) };
  await fillLines({ journal, service, logger, pauseMs: 0 }).done;
  await service.close();
  expect(warnings).toMatchObject([{ policy: 'p7' }]);
  expect([...disk.standings.keys()]).toHaveLength(COUNT - 1);
});

it('what another replica holds is left to it, and nothing is told', async () => {
  const journal = new MemoryJournal({ disk: await leftBehind() });
  const asked: string[] = [];
  const policy = async (id: string) => {
    asked.push(id);
    throw journalUnavailable(elsewhereFailure(id, null));
  };
  const warnings: string[] = [];
  const logger = { warn: (text: string) => void warnings.push(text) };
  await fillLines({ journal, service: { policy }, logger, pauseMs: 0 }).done;
  expect([asked.length, warnings]).toEqual([COUNT, []]);
});
