/**
 * Reads the statements out of what clients send to PostgreSQL, with the names they are prepared under.
 */
export interface SentStatement {
  /** Empty if it is gone with the next one; otherwise it stays in the session. */
  readonly name: string;
  readonly text: string;
}

/** Length of the number that tells how long a message is. */
const LENGTH_BYTES = 4;

/** Returns the statements of one connection, from all that was sent on it. */
export function sentStatements(sent: Buffer): SentStatement[] {
  // The first message, which says hello, has no letter before its length.
  let start = sent.readInt32BE(0);
  const statements: SentStatement[] = [];
  while (start + 1 + LENGTH_BYTES <= sent.length) {
    const kind = String.fromCharCode(sent[start]!);
    const end = start + 1 + sent.readInt32BE(start + 1);
    const texts = sent.toString('utf8', start + 1 + LENGTH_BYTES, end).split('\0');
    if (kind === 'Q') statements.push({ name: '', text: texts[0]! });
    if (kind === 'P') statements.push({ name: texts[0]!, text: texts[1]! });
    start = end;
  }
  return statements;
}
