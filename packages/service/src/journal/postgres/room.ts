/**
 * Whether the disk of the database has room, once it has said that it has not.
 *
 * Nothing else tells: a full disk is connected to, read and even written to as ever, as long as there is room in pages that are there already. So more than those can take
 * is written and taken back. It is tried only after something was refused for want of room, and until it succeeds.
 */
import { randomBytes } from 'node:crypto';
import { EMPTY_HEAD } from '../entry-hash.ts';
import type { HostPool } from './host-pool.ts';
import { isDiskFull, NOT_FOR_LONG, type PgClient, sqlState } from './pg-driver.ts';

/** Of what cannot be compressed; some pages, and little in the server's own log, which needs room as well. */
const TRIED_BYTES = 1 << 15;
/** No policy has this name. */
const NOBODY = ' room';

const TRY = `insert into entry (policy, position, time, body, previous_hash, hash, epoch)
  values ($1, 0, '', $2, $3, $3, 0)`;

/** The connection stays: a server without room may not be able to open another. */
async function writeAndTakeBack(client: PgClient): Promise<void> {
  await client.query(`begin; select ${NOT_FOR_LONG}`);
  const text = randomBytes(TRIED_BYTES).toString('base64');
  const written = await client.query(TRY, [NOBODY, text, EMPTY_HEAD.hash]).catch(asFailure);
  await client.query('rollback');
  if (written instanceof Error) throw written;
}

/** What the server itself says is told later; for the rest the connection is broken. */
function asFailure(error: Error): Error {
  if (sqlState(error) === null) throw error;
  return error;
}

export class Room {
  #isDoubted = false;

  /** Something was refused. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#isDoubted = true;
  }

  /** Rejects if there was none lately, and is none now. */
  async require(pool: Pick<HostPool, 'connect' | 'giveBack'>): Promise<void> {
    if (!this.#isDoubted) return;
    const client = await pool.connect();
    let failure: unknown;
    try {
      await writeAndTakeBack(client);
      this.#isDoubted = false;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      pool.giveBack(client, failure);
    }
  }
}
