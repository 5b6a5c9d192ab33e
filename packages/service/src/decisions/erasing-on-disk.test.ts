/**
 * What is erased is in no file, also where the process ended between the erasing and the cleaning, and whoever had no answer asks again.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { FARM, sampleService } from './testing/sample-service.ts';

/** Nothing else has a number like it. */
const SECRET = 123.456789012;

test('whoever asks again for an erasing finds nothing, and nothing is left in the log', async () => {
  const folder = temporaryFolder();
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const { service, decide } = sampleService({ journal });
  await service.define('show', { definition: FARM, demonstration: true });
  await decide({ context: { rain: SECRET } }, null, 'show');
  const { version } = (await journal.head('show'))!;
  // As far as a process came that was killed then.
  await (await journal.beginTurn('show', version)).erase();
  expect(isSecretIn(folder)).toBe(true);
  await expect(service.erase('show', {}, 'local')).rejects.toMatchObject({
    code: 'HR_POLICY_UNKNOWN',
  });
  expect(isSecretIn(folder)).toBe(false);
  await service.close();
  await journal.close();
});

function isSecretIn(folder: string): boolean {
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  return files.some((bytes) => bytes.includes(String(SECRET)));
}
