/**
 * What looked wrong in a picture of the past is looked at again in the present.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openReader } from '@hedgerow/service';
import { expect, it } from 'vitest';
import { sampleService } from '../../../service/src/decisions/testing/sample-service.ts';
import { openSqliteJournal } from '../../../service/src/journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../../../service/src/journal/testing/temporary-folder.ts';
import { verifyEach, verifySteadily } from './verify-steadily.ts';

it('counts what does not fit only if it is still so at the second look', async () => {
  const data = temporaryFolder();
  const journal = await openSqliteJournal({ folder: data, isSynced: false, ballastBytes: 0 });
  const { decide, service } = sampleService({ journal });
  await decide();
  await service.close();
  await journal.close();
  const database = new DatabaseSync(path.join(data, 'hedgerow.db'));
  const say = (reason: string) => database.exec(`update decision set reason = '${reason}'`);
  const { reason } = database.prepare('select reason from decision').get()!;
  say('another');
  const reader = await openReader({ data, database: '' });
  await reader.head('farm');
  say(String(reason));
  expect(await verifySteadily(reader, 'farm', () => {})).toMatchObject({ problem: null });
  say('another');
  reader.lookAgain!();
  const { problem } = await verifySteadily(reader, 'farm', () => {});
  expect(problem?.what).toContain("The table's line of farm.1.1");
  await reader.close();
  database.close();
});

it('looks at each policy as it is when its turn comes, so that nothing keeps the log of a service meanwhile', async () => {
  const data = temporaryFolder();
  const journal = await openSqliteJournal({ folder: data, isSynced: false, ballastBytes: 0 });
  const { decide, service } = sampleService({ journal });
  for (const policy of ['apple', 'beet', 'corn']) await decide({}, null, policy);
  const reader = await openReader({ data, database: '' });
  const names = await reader.listPolicies();
  const found: (readonly [string, number])[] = [];
  for await (const { policy, decisions, problem } of verifyEach(reader, names, () => () => {})) {
    found.push([policy, decisions]);
    expect(problem).toBeNull();
    if (policy !== 'apple') continue;
    await decide({}, null, 'beet');
    await (await journal.beginTurn('corn', 2)).erase();
  }
  expect(found).toEqual([
    ['apple', 1],
    ['beet', 2],
  ]);
  await reader.close();
  await service.close();
  await journal.close();
});
