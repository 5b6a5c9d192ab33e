/**
 * Many rewards in one request, streamed: JSON lines or CSV in, an answer for every line out.
 */
import { PassThrough, type Readable } from 'node:stream';
import { ServiceProblem } from '../../problems/problem.ts';
import { answerRewards, LINES_MAX } from '../bulk/answer-rewards.ts';
import { LINE_BYTES_MAX, type RewardFormat, readRewardLines } from '../bulk/reward-lines.ts';
import { splitLines } from '../bulk/split-lines.ts';
import { CallerPace } from '../caller-pace.ts';
import { CallerRoom } from '../caller-room.ts';
import { sendPieces } from '../connections/break-off.ts';
import { whenClosed } from '../connections/when-closed.ts';
import { BULK_BODY_BYTES } from '../http-options.ts';
import { rewardLineAnswer } from '../schemas/group-schemas.ts';
import type { Access } from '../security/access.ts';
import { callerName } from '../security/caller-name.ts';
import { siteFor } from '../security/own-site.ts';
import { whileWelcome } from '../security/while-welcome.ts';
import { answers, KEY_SECURITY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const FORMATS: Readonly<Record<string, RewardFormat>> = {
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'text/csv': 'csv',
};
const REWARD: Access = {
  kind: 'key',
  scope: 'reward',
  bucket: 'outcomes',
  subject: 'policy',
  isForSites: true,
};
/** Each upload may hold a body in memory while its batches wait for their turn. */
const UPLOADS = {
  most: 4,
  mostOfCaller: 2,
  detail:
    'At most 4 uploads of rewards are taken in at a time, and 2 of one caller. Try again soon.',
};

/** A body that is read while it is answered. */
class RewardUpload {
  readonly format: RewardFormat;
  readonly stream: Readable;

  constructor(format: RewardFormat, stream: Readable) {
    this.format = format;
    this.stream = stream;
  }
}

export async function registerBulkRoute(
  app: HttpServer,
  { service, isStillWelcome, cutOff, options }: RouteTools,
): Promise<void> {
  const room = new CallerRoom({ ...UPLOADS, lateMsMax: options.lateMsMax });
  // In a scope of its own: no other route takes these kinds of bodies.
  await app.register(async (scope) => {
    for (const [type, format] of Object.entries(FORMATS)) {
      scope.addContentTypeParser(type, (_request, payload, done) => {
        done(null, new RewardUpload(format, payload as Readable));
      });
    }
    (scope as unknown as HttpServer).route({
      method: 'POST',
      url: '/v1/policies/:id/rewards',
      config: { access: REWARD },
      schema: {
        operationId: 'sendRewards',
        tags: ['outcomes'],
        summary: 'Report many rewards, an answer for every line',
        description: `The body is JSON lines (application/jsonl) of RewardLine, or CSV (text/csv) with the columns decision and value, or try and check: at most ${LINES_MAX} lines and ${BULK_BODY_BYTES / 1024 / 1024} MiB. What is wrong with one line touches no other; sent again, lines are recognised.`,
        security: KEY_SECURITY,
        params: policyInPath,
        response: answers({
          description: 'JSON lines of RewardLineAnswer, in the order of the lines.',
          contentType: 'application/jsonl',
          schema: rewardLineAnswer,
          problems: ['HR_POLICY_UNKNOWN', 'HR_MEDIA_TYPE', 'HR_BODY_TOO_LARGE'],
        }),
      },
      handler: async (request, reply) => {
        const { id } = request.params;
        if (!(request.body instanceof RewardUpload)) throw notLines();
        const { format, stream } = request.body;
        if (Number(request.headers['content-length'] ?? 0) > BULK_BODY_BYTES) throw tooLarge();
        const site = siteFor(request.caller!);
        await service.terms(id);
        const pace = new CallerPace();
        const guest = { caller: callerName(request), pace, cutOff: () => cutOff(reply) };
        whenClosed(reply.raw, room.enter(guest));
        const sent = whileWelcome(pace.takenIn(limited(stream)), () =>
          isStillWelcome(request.caller!),
        );
        const lines = splitLines(sent, LINE_BYTES_MAX);
        const read = readRewardLines(lines, format);
        const answered = answerRewards(read, (rewards) => service.rewardMany(id, rewards, site));
        reply.type('application/jsonl; charset=utf-8');
        return sendPieces(reply, pace.handedOut(answered));
      },
    });
  });
}

/**
 * The body as it comes. It is taken from the line at once, up to its largest size, so that a caller who
 * sends first and reads then is not kept waiting. Of one that is longer the rest is not read, and neither is the line
 * in which it breaks off: half a number is another number.
 */
async function* limited(stream: Readable): AsyncGenerator<Buffer> {
  const buffered = stream.pipe(new PassThrough({ highWaterMark: BULK_BODY_BYTES }));
  stream.on('error', (error) => buffered.destroy(error));
  // Of a caller who has hung up before, nothing more is heard.
  if (stream.destroyed) buffered.end();
  stream.on('close', () => buffered.end());
  let room = BULK_BODY_BYTES;
  for await (const chunk of buffered as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, room);
    room -= chunk.length;
    if (room < 0) throw tooLarge();
  }
}

function notLines(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_MEDIA_TYPE',
    detail:
      'Rewards must come as application/jsonl or text/csv. Set the header Content-Type, and send a body.',
  });
}

function tooLarge(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_BODY_TOO_LARGE',
    detail: `A body of rewards may have ${BULK_BODY_BYTES / 1024 / 1024} MiB. What was not answered before this was not read: send it by itself.`,
  });
}
