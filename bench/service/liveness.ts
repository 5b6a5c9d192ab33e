/**
 * How soon `/livez` is answered while the service does all it can: decisions as fast as they come, snapshots of their policy, and again and
 * again an audit, an export, the list of policies and the metrics.
 *
 * By the clock a busy machine makes everybody late. So what counts is the CPU time for which the thread that answers was held by anything
 * else; and a server that does nothing is asked in turn with the service, and what both take is told beside it.
 */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { POLICY_NAME } from './load-policy.ts';
import { quantile } from './measure-disk.ts';
import { withService } from './measure-load.ts';
import { type BenchService, send } from './processes.ts';

const OPTIONS = {
  isSynced: false,
  isGrouped: true,
  waitingMax: 1000,
  deciderThreads: 1,
  isLoopWatched: true,
};
const PROBE_EVERY_MS = 5;
const PROBE = 'GET /livez HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
/** What people and machines look at while decisions are made. */
const LOOKS: readonly string[] = [
  `/v1/policies/${POLICY_NAME}/audit`,
  `/v1/policies/${POLICY_NAME}/export?format=log`,
  '/v1/policies?limit=100',
  '/metrics',
];

export interface ProbeTimes {
  readonly p99Ms: number;
  readonly mostMs: number;
}

export interface Liveness {
  /** Longest time for which the thread that answers did something else, in milliseconds of CPU. */
  readonly heldMs: number;
  readonly service: ProbeTimes;
  /** A server of the same process that asks, which does nothing else. */
  readonly idle: ProbeTimes;
  readonly probeCount: number;
}

export interface LivenessOptions {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly connections: number;
}

export function measureLiveness(options: LivenessOptions): Promise<Liveness> {
  const { warmUpSeconds, seconds, connections } = options;
  return withService(OPTIONS, async (service) => {
    const load = { port: service.port, connections };
    await send({ ...load, seconds: warmUpSeconds });
    await service.readCounters();
    const isOver = { value: false };
    const looking = lookAround(service, isOver);
    const sending = send({ ...load, seconds });
    const probing = probeBoth(service.port, isOver);
    await sending;
    isOver.value = true;
    await looking;
    const times = await probing;
    return { ...times, heldMs: (await service.readCounters()).heldMs };
  });
}

/** Asks both servers in turn until it is over. */
async function probeBoth(
  port: number,
  isOver: { value: boolean },
): Promise<Omit<Liveness, 'heldMs'>> {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const idlePort = (server.address() as AddressInfo).port;
  const [ofService, ofIdle] = [openProbe(port), openProbe(idlePort)];
  const [serviceMs, idleMs]: [number[], number[]] = [[], []];
  do {
    serviceMs.push(await ofService.ask());
    idleMs.push(await ofIdle.ask());
    await pause(PROBE_EVERY_MS);
  } while (!isOver.value);
  for (const probe of [ofService, ofIdle]) probe.close();
  server.close();
  const probeCount = serviceMs.length;
  return { service: timesOf(serviceMs), idle: timesOf(idleMs), probeCount };
}

function timesOf(values: readonly number[]): ProbeTimes {
  return { p99Ms: quantile(values, 0.99), mostMs: Math.max(...values) };
}

/** A connection that stays open; each question takes so many milliseconds. */
function openProbe(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  return {
    ask: () =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now();
        socket.once('error', reject);
        socket.once('data', () => {
          socket.off('error', reject);
          resolve(performance.now() - start);
        });
        socket.write(PROBE);
      }),
    close: () => socket.destroy(),
  };
}

async function lookAround({ port }: BenchService, isOver: { value: boolean }): Promise<void> {
  const look = async (path: string) => {
    do {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
    } while (!isOver.value);
  };
  await Promise.all(LOOKS.map(look));
}
