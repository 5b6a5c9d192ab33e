/**
 * Asks the members that hold some policies the same question, for requests about many policies at once: each answers
 * for those that it holds, and whoever was asked first puts the answers together.
 *
 * The question goes with the caller's own headers and the mark of a hop, so it is never asked on. A member that does not
 * answer in time has said nothing.
 */
import type { FastifyRequest } from 'fastify';
import { QUESTIONS_MAX } from './connection-counts.ts';
import { HOP_HEADER, readableHeaders } from './hop-headers.ts';
import { KnownPlaces, type PolicyFinder } from './known-places.ts';
import { answerOf, createMemberLine, type MemberLine, type RequestHead } from './member-line.ts';

export interface OtherMembers {
  /** By policy: what the member that holds it answers to the whole request; none of those that are here or nowhere. */
  ask(request: FastifyRequest, policies: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  close(): void;
}

/** More than any answer of ours has. */
const BYTES_MAX = 8 * 1024 * 1024;

export function createOtherMembers(placement: PolicyFinder, silenceMs: number): OtherMembers {
  const line = createMemberLine(QUESTIONS_MAX);
  const places = new KnownPlaces(placement);
  placement.watch((addresses) => line.giveUpAllBut(addresses));
  const placeOf = async (policy: string): Promise<OtherPlace | null> => {
    const place = await places.find(policy, false).catch(() => null);
    if (place?.kind !== 'elsewhere' || place.address === null) return null;
    return { address: place.address, member: place.member };
  };
  return {
    ask: async (request, policies) => {
      if (request.headers[HOP_HEADER] !== undefined || policies.length === 0) return new Map();
      const asked = new Map<string, Promise<unknown>>();
      const answers = new Map<string, unknown>();
      await Promise.all(
        policies.map(async (policy) => {
          const place = await placeOf(policy);
          if (place === null) return;
          const { address, member } = place;
          const answer =
            asked.get(address) ?? askOne(line, address, questionOf(request, member, silenceMs));
          asked.set(address, answer);
          const said = await answer.catch(() => undefined);
          if (said === undefined) places.forget(policy);
          else answers.set(policy, said);
        }),
      );
      return answers;
    },
    close: () => line.close(),
  };
}

interface OtherPlace {
  readonly address: string;
  readonly member: string | undefined;
}

interface Question extends Pick<RequestHead, 'method' | 'path' | 'headers'> {
  readonly text: string;
  readonly silenceMs: number;
}

/** Throws if it is too long to be asked. */
function questionOf(
  { raw, body }: FastifyRequest,
  member: string | undefined,
  silenceMs: number,
): Question {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = readableHeaders(raw, { member, bodyBytes: Buffer.byteLength(text) });
  // The answer is read here, and its caller may know another one.
  delete headers['if-none-match'];
  return { method: raw.method!, path: raw.url!, headers, text, silenceMs };
}

/** Returns what is answered with 200, as data; rejects otherwise. */
async function askOne(
  line: MemberLine,
  address: string,
  { text, silenceMs, ...head }: Question,
): Promise<unknown> {
  const sent = line.begin({ ...head, address, isLong: false });
  const patience = setTimeout(() => sent.destroy(new Error('silence')), silenceMs);
  try {
    sent.end(text);
    const answer = await answerOf(sent);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > BYTES_MAX) throw new Error('The answer does not end.');
      pieces.push(piece);
    }
    if (answer.statusCode !== 200) throw new Error(`It was answered with ${answer.statusCode}.`);
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown;
  } catch (error) {
    sent.destroy();
    throw error;
  } finally {
    clearTimeout(patience);
  }
}
