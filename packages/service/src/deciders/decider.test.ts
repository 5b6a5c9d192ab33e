/**
 * A thread that the system has no room for is none that has died, and keeps nobody from trying again.
 */
import { expect, it } from 'vitest';
import { Decider, type DeciderEvent, type DeciderThread } from './decider.ts';
import type { ToldTogether } from './messages.ts';

const NO_ROOM = Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });

/** Threads that end when they are told to; where there is no room, none begins. */
function threads() {
  let hasRoom = true;
  let end = () => {};
  const begun: number[] = [];
  const begin = (): DeciderThread => {
    begun.push(begun.length);
    if (!hasRoom) throw NO_ROOM;
    const listeners = new Map<string, (told: never) => void>();
    const say = <Told>(event: string, told: Told) => listeners.get(event)?.(told as never);
    end = () => say('exit', 1);
    const ready: ToldTogether = { told: [{ kind: 'ready' }], counts: { waiting: 0, awake: 0 } };
    setImmediate(() => say('message', ready));
    return {
      worker: {
        postMessage: () => setImmediate(end),
        on: (event: string, listener: (told: never) => void) => listeners.set(event, listener),
        terminate: async () => {},
      },
      withdraw: () => {},
    };
  };
  return {
    begin,
    begun,
    setRoom: (has: boolean) => {
      hasRoom = has;
    },
    end: () => end(),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('is tried again until there is room for it', async () => {
  const all = threads();
  const events: DeciderEvent[] = [];
  const decider = new Decider({
    place: 0,
    begin: all.begin,
    onEvent: () => {},
    onDecider: (event) => events.push(event),
  });
  await decider.started;
  all.setRoom(false);
  all.end();
  await until(() => all.begun.length >= 3);
  expect(decider.isAway).toBe(true);
  all.setRoom(true);
  await until(() => !decider.isAway);
  expect(events.slice(0, 3).map(({ kind }) => kind)).toEqual(['away', 'away', 'away']);
  expect(events.at(-1)?.kind).toBe('back');
  expect(events[1]).toMatchObject({ detail: expect.stringContaining('EAGAIN') });
  await decider.close();
});

it('is told when there is none at the start', async () => {
  const all = threads();
  all.setRoom(false);
  const silent = () => {};
  const decider = new Decider({ place: 0, begin: all.begin, onEvent: silent, onDecider: silent });
  await expect(decider.started).rejects.toThrow('could not be started');
  await decider.close();
});
