/**
 * What stays on disk of a rewarded decision once its entries have moved to segments: everything in the
 * folder, divided by the number of decisions.
 *
 * The journal is filled by the service itself, with the policy of the load and a key for each decision.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDecisionService } from '../../packages/service/src/decisions/create-decision-service.ts';
import type { DecisionService } from '../../packages/service/src/decisions/decision-service.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import { compactJournal } from '../../packages/service/src/start/compact-journal.ts';
import { LOAD_POLICY, loadRequest, loadReward, POLICY_NAME } from './load-policy.ts';

const TOGETHER = 200;
/** Made again at every start, however few decisions there are. */
const BALLAST = 'hedgerow.ballast';

export interface BytesLeft {
  readonly decisionCount: number;
  /** Of each decision, before and after. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export async function measureBytesLeft(decisionCount: number): Promise<BytesLeft> {
  const data = mkdtempSync(path.join(tmpdir(), 'hedgerow-bench-'));
  try {
    await withService(data, async (service) => {
      await service.define(POLICY_NAME, { definition: LOAD_POLICY });
      for (let done = 0; done < decisionCount; done += TOGETHER) await play(service, done);
    });
    // What is read at the next start stays: with a second snapshot that is very little.
    await withService(data, (service) => play(service, decisionCount));
    const count = decisionCount + TOGETHER;
    const bytesBefore = bytesIn(data) / count;
    const settings = { data, database: '', rawEntries: 1, rawDays: 0 };
    await compactJournal(settings, { isDryRun: false });
    return { decisionCount: count, bytesBefore, bytesAfter: bytesIn(data) / count };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function withService(
  folder: string,
  act: (service: DecisionService) => Promise<void>,
): Promise<void> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  try {
    await act(service);
  } finally {
    await service.close();
    await journal.close();
  }
}

async function play(service: DecisionService, first: number): Promise<void> {
  const numbers = Array.from({ length: TOGETHER }, (_, index) => first + index);
  const ids = await Promise.all(
    numbers.map(async (number) => {
      const key = { scope: 'local', text: `order-${number}` };
      const { text } = await service.decide(POLICY_NAME, loadRequest(number), key);
      return (JSON.parse(text) as { id: string }).id;
    }),
  );
  await Promise.all(
    ids.map((id, index) => service.reward(id, { value: loadReward(first + index) })),
  );
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name !== BALLAST)
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
