/**
 * A slow watcher costs one piece of news at most, and one that takes in nothing is cut off.
 */
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { nextRound } from '../instruments/next-round.ts';
import type { PolicyNews } from '../wire.ts';
import { createEventStreams } from './event-streams.ts';

/** The far end of a connection: takes in a piece only when it is told to. */
class SlowReader extends Writable {
  readonly taken: string[] = [];
  #take: (() => void) | null = null;

  constructor() {
    super({ highWaterMark: 1 });
  }

  writeHead(): void {}

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#take = () => {
      this.taken.push(String(piece));
      done();
    };
  }

  take(): void {
    this.#take?.();
  }
}

function setUp({ heartbeatMs = 60_000, isWelcome = true } = {}) {
  const streams = createEventStreams({ limit: 1, limitPerCaller: 1, heartbeatMs });
  const reader = new SlowReader();
  let tell: (news: PolicyNews) => void = () => undefined;
  let isWatched = true;
  streams.open({
    callers: ['address 1'],
    response: reader as unknown as ServerResponse,
    headers: {},
    first: news(1),
    watch: (listener) => {
      tell = listener;
      return () => {
        isWatched = false;
      };
    },
    isStillWelcome: async () => isWelcome,
  });
  return {
    streams,
    reader,
    tell: async (version: number, createdAt?: string) => {
      tell(news(version, createdAt));
      await nextRound();
    },
    isWatched: () => isWatched,
  };
}

function news(version: number, createdAt = '2026'): PolicyNews {
  return { policy: 'farm', version, view: { createdAt } } as PolicyNews;
}

const closed = (reader: Writable) => new Promise<void>((resolve) => reader.once('close', resolve));
const drained = (reader: Writable) => new Promise<void>((resolve) => reader.once('drain', resolve));

describe('createEventStreams', () => {
  it('leaves out what is older, unless another policy has taken the name', async () => {
    const { reader, tell } = setUp();
    const taken = async () => {
      const isDrained = drained(reader);
      reader.take();
      await isDrained;
    };
    await taken();
    await tell(7);
    await taken();
    await tell(3);
    await tell(2, '2027');
    reader.take();
    const ids = reader.taken.join('').match(/id: [0-9]+/g);
    expect(ids).toEqual(['id: 1', 'id: 7', 'id: 2']);
  });

  it('keeps only the newest news for a watcher who is slow', async () => {
    const { streams, reader, tell } = setUp();
    await Promise.all(Array.from({ length: 999 }, (_, index) => tell(index + 2)));
    expect(reader.writableLength).toBeLessThan(200);
    const isDrained = drained(reader);
    reader.take();
    await isDrained;
    reader.take();
    expect(reader.taken.map((piece) => /id: (\d+)/.exec(piece)?.[1])).toEqual(['1', '1000']);
    streams.closeAll();
    reader.destroy();
  });

  it('never tells older news after newer', async () => {
    const { streams, reader, tell } = setUp();
    const isDrained = drained(reader);
    reader.take();
    await isDrained;
    await tell(0);
    expect(reader.writableLength).toBe(0);
    streams.closeAll();
    reader.destroy();
  });

  it('tells nothing more to a key that was revoked, and ends', async () => {
    const { streams, reader, tell, isWatched } = setUp({ isWelcome: false });
    const isDrained = drained(reader);
    reader.take();
    await isDrained;
    await tell(2);
    expect(reader.writableLength).toBe(0);
    expect(reader.writableEnded).toBe(true);
    expect(isWatched()).toBe(false);
    expect(streams.size).toBe(0);
  });

  it('cuts off a watcher who takes in nothing, and stops watching for it', async () => {
    const { streams, reader, isWatched } = setUp({ heartbeatMs: 5 });
    await closed(reader);
    expect(reader.destroyed).toBe(true);
    expect(isWatched()).toBe(false);
    expect(streams.size).toBe(0);
  });

  it('has room for so many, and for none after closing', async () => {
    const { streams, reader, isWatched } = setUp();
    expect(streams.room(['address 2'])).toBe('all-full');
    reader.destroy();
    await closed(reader);
    expect(isWatched()).toBe(false);
    expect(streams.room(['address 1'])).toBe('free');
    streams.closeAll();
    expect(streams.room(['address 1'])).toBe('all-full');
  });

  it('has room for so many of one caller, by whatever it is known', async () => {
    const streams = createEventStreams({ limit: 9, limitPerCaller: 2, heartbeatMs: 60_000 });
    const readers = [0, 1].map(() => new SlowReader());
    for (const reader of readers) {
      expect(streams.room(['address 1', 'key a'])).toBe('free');
      streams.open({
        callers: ['address 1', 'key a'],
        response: reader as unknown as ServerResponse,
        headers: {},
        first: news(1),
        watch: () => () => {},
        isStillWelcome: async () => true,
      });
    }
    expect(streams.room(['address 1'])).toBe('caller-full');
    expect(streams.room(['address 2', 'key a'])).toBe('caller-full');
    expect(streams.room(['address 2', 'key b'])).toBe('free');
    readers[0]!.destroy();
    await closed(readers[0]!);
    expect(streams.room(['address 1', 'key a'])).toBe('free');
    streams.closeAll();
    readers[1]!.destroy();
  });

  it('writes news once, however many hear of them', () => {
    const streams = createEventStreams({ limit: 3, limitPerCaller: 3, heartbeatMs: 60_000 });
    let writtenCount = 0;
    const toJSON = () => {
      writtenCount += 1;
      return 'long';
    };
    const first = { ...news(1), toJSON };
    const readers = [0, 1, 2].map(() => new SlowReader());
    for (const reader of readers) {
      streams.open({
        callers: ['address 1'],
        response: reader as unknown as ServerResponse,
        headers: {},
        first,
        watch: () => () => {},
        isStillWelcome: async () => true,
      });
      reader.take();
    }
    expect(readers.map(({ taken }) => taken[0])).toEqual(
      readers.map(() => 'event: news\nid: 1\ndata: "long"\n\n'),
    );
    expect(writtenCount).toBe(1);
    streams.closeAll();
    for (const reader of readers) reader.destroy();
  });
});
