/**
 * How long a service takes from opening a journal with many decisions to its first answer.
 *
 * The journal is filled by the service itself, through the same books as ever but without HTTP and
 * without waiting for the disk; nine in ten decisions are rewarded. Then it is closed, which leaves a
 * snapshot, and opened anew.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDecisionService } from '../../packages/service/src/decisions/create-decision-service.ts';
import type { DecisionService } from '../../packages/service/src/decisions/decision-service.ts';
import { systemClock } from '../../packages/service/src/instruments/clock.ts';
import { openSqliteJournal } from '../../packages/service/src/journal/sqlite/sqlite-journal.ts';
import type { PolicyDefinition } from '../../packages/service/src/wire.ts';

const TOGETHER = 500;
const POLICY: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 10 },
  context: { visitors: { min: 0, max: 100 } },
  reward: { min: 3, max: 20 },
  allowedShortfall: 0.2,
  execution: 'confirm',
  seed: 3,
};

export interface ColdStart {
  readonly decisionCount: number;
  readonly seconds: number;
}

export async function measureColdStart(decisionCount: number): Promise<ColdStart> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-bench-'));
  try {
    await withDecisions(folder, async (service) => {
      await service.define('shop', { definition: POLICY });
      for (let done = 0; done < decisionCount; done += TOGETHER) await playRounds(service, done);
    });
    const start = performance.now();
    return await withDecisions(folder, async (service) => {
      await service.decide('shop', { context: { visitors: 1 } }, { scope: 'local', text: 'last' });
      return { decisionCount, seconds: (performance.now() - start) / 1000 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withDecisions<Value>(
  folder: string,
  act: (service: DecisionService) => Promise<Value>,
): Promise<Value> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  try {
    return await act(service);
  } finally {
    await service.close();
    await journal.close();
  }
}

async function playRounds(service: DecisionService, first: number): Promise<void> {
  const numbers = Array.from({ length: TOGETHER }, (_, index) => first + index);
  const answers = await Promise.all(
    numbers.map((number) =>
      service.decide(
        'shop',
        { context: { visitors: number % 100 } },
        { scope: 'local', text: `${number}` },
      ),
    ),
  );
  const ids = answers.map(({ text }) => (JSON.parse(text) as { id: string }).id);
  const rewarded = ids.filter((_, index) => index % 10 !== 0);
  await Promise.all(rewarded.map((id, index) => service.reward(id, { value: 9 + (index % 4) })));
}
