/**
 * Promises of the queue of fall-backs: nothing is lost, not at a restart, and not in silence.
 */
import { describe, expect, it } from 'vitest';
import { FallbackQueue, type FallbackStorage, type FallbackTicket } from './fallback-queue.ts';
import type { ClientProblem } from './problem-listener.ts';

function ticket(key: string): FallbackTicket {
  return { policy: 'shop', key, body: '{}', played: 'usual', at: '2026-01-01T00:00:00.000Z' };
}

function queueOn(storage?: FallbackStorage, limit = 3) {
  const problems: ClientProblem[] = [];
  const onProblem = (problem: ClientProblem) => problems.push(problem);
  return { queue: new FallbackQueue({ limit, storage, onProblem }), problems };
}

function memory(text: string | null = null): FallbackStorage & { text: string | null } {
  return {
    text,
    load() {
      return this.text;
    },
    save(saved: string) {
      this.text = saved;
    },
  };
}

const keysOf = (queue: FallbackQueue) => [...queue.entries()].map(({ ticket: { key } }) => key);

describe('FallbackQueue', () => {
  it('finds after a restart what was added before, with rewards and in order', () => {
    const storage = memory();
    const { queue } = queueOn(storage);
    queue.add(ticket('a'), null);
    queue.add(ticket('b'), { value: 4 });
    expect([...queueOn(storage).queue.entries()]).toEqual([
      { ticket: ticket('a'), reward: null },
      { ticket: ticket('b'), reward: { value: 4 } },
    ]);
  });

  it('refuses the newest when it is full, and keeps all it has', () => {
    const { queue } = queueOn();
    for (const key of ['a', 'b', 'c']) queue.add(ticket(key), null);
    expect(() => queue.add(ticket('d'), null)).toThrow('At most 3 fall-backs may wait');
    expect(keysOf(queue)).toEqual(['a', 'b', 'c']);
    queue.add(ticket('a'), { value: 1 });
    expect(queue.size).toBe(3);
  });

  it('takes one reward for a round, however often it is given', () => {
    const { queue } = queueOn();
    queue.add(ticket('a'), null);
    queue.add(ticket('a'), { value: 4 });
    const [rewarded] = queue.entries();
    queue.add(ticket('a'), { value: 4 });
    queue.add(ticket('a'), null);
    expect([...queue.entries()]).toEqual([{ ticket: ticket('a'), reward: { value: 4 } }]);
    // The very same: whoever goes through the queue does not meet it again.
    expect([...queue.entries()][0]).toBe(rewarded);
    expect(() => queue.add(ticket('a'), { value: 5 })).toThrow(
      '4 waits to be sent and 5 was given',
    );
  });

  it('keeps a round that got its reward while it was being reported', () => {
    const { queue } = queueOn();
    queue.add(ticket('a'), null);
    const [reported] = queue.entries();
    queue.add(ticket('a'), { value: 4 });
    queue.remove(reported!);
    expect(queue.size).toBe(1);
    queue.remove([...queue.entries()][0]!);
    expect(queue.size).toBe(0);
  });

  it('knows the same key under two policies apart', () => {
    const { queue } = queueOn();
    queue.add(ticket('a'), null);
    queue.add({ ...ticket('a'), policy: 'farm' }, null);
    expect(queue.size).toBe(2);
  });

  it('tells when the storage fails, and goes on in memory', () => {
    const error = new Error('the disk is full');
    const { queue, problems } = queueOn({
      load: () => null,
      save: () => {
        throw error;
      },
    });
    queue.add(ticket('a'), null);
    expect(queue.size).toBe(1);
    expect(problems).toEqual([{ kind: 'storage', error, ticket: null }]);
  });

  it.each(['{"half', '{}', '[1]', '[null]', '[{"ticket":{"policy":"shop"},"reward":null}]'])(
    'refuses to begin with the damaged text %s',
    (text) => {
      expect(() => queueOn(memory(text))).toThrow('The storage must hold the fall-backs');
    },
  );
});
