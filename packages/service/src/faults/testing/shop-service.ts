/**
 * The whole service in this process, on a folder, with calls that a test needs.
 */

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type VerifyReport, verifyJournal } from '../../decisions/verify/verify-journal.ts';
import type { Clock } from '../../instruments/clock.ts';
import { DATABASE_FILE } from '../../journal/sqlite/folder/open-database.ts';
import { openReader } from '../../start/open-store.ts';
import { readSettings } from '../../start/settings.ts';
import { type RunningService, startService } from '../../start/start-service.ts';
import type { DecisionReceipt, PolicyView } from '../../wire.ts';
import { call } from './http-call.ts';

/** Starts a service on the folder; close it. */
export async function openShop(data: string, clock?: Clock): Promise<RunningService> {
  const flags = { port: '0', data, logLevel: 'silent', rateLimit: '0', snapshotEvery: '20' };
  return await startService(readSettings({ flags }), clock === undefined ? {} : { clock });
}

export async function decide(address: string, key: string): Promise<DecisionReceipt> {
  const url = `${address}/v1/policies/shop/decisions`;
  const { status, text } = await call({ url, key, body: '{"context":{"visitors":40}}' });
  if (status !== 200) throw new Error(`A decision was answered with ${status}: ${text}`);
  return JSON.parse(text) as DecisionReceipt;
}

export async function reward(address: string, id: string): Promise<void> {
  const { status, text } = await call({
    url: `${address}/v1/decisions/${id}/reward`,
    body: '{"value":9.5}',
  });
  if (status !== 200) throw new Error(`A reward was answered with ${status}: ${text}`);
}

export async function readView(address: string): Promise<PolicyView> {
  const { text } = await call({ url: `${address}/v1/policies/shop`, method: 'GET' });
  return JSON.parse(text) as PolicyView;
}

/** Changes the database of a service that is closed. */
export function tamper(data: string, statement: string): void {
  const database = new DatabaseSync(path.join(data, DATABASE_FILE));
  database.exec(statement);
  database.close();
}

export async function verifyFolder(data: string): Promise<VerifyReport> {
  const journal = await openReader({ data, database: '' });
  try {
    return await verifyJournal(journal);
  } finally {
    await journal.close();
  }
}
