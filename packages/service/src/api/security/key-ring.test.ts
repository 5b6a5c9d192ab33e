/**
 * The copy of the keys never outlives its age, and never opens what was closed.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryKeys } from '../../journal/testing/memory-keys.ts';
import { TestClock } from '../testing/test-server.ts';
import { createKey } from './api-keys.ts';
import { createKeyRing } from './key-ring.ts';

let clock: TestClock;
let keys: MemoryKeys;
beforeEach(() => {
  clock = new TestClock();
  keys = new MemoryKeys();
});

const ringOf = () => createKeyRing({ keys, clock, ageMsMax: 5000 });

async function add(): Promise<{ readonly id: string; readonly secret: string }> {
  const { secret, record } = createKey({
    name: 'test',
    scopes: ['read'],
    policies: ['*'],
    createdAt: clock.now(),
    expiresAt: null,
  });
  await keys.add(record);
  return { id: record.id, secret };
}

describe('createKeyRing', () => {
  it('is open only while there has never been a key', async () => {
    const ring = ringOf();
    expect(await ring.isOpen()).toBe(true);
    await add();
    clock.advance(5001);
    expect(await ring.isOpen()).toBe(false);
    keys.list = async () => [];
    clock.advance(5001);
    expect(await ring.isOpen()).toBe(false);
  });

  it('tells what was known last while the store hangs, and learns when it is back', async () => {
    const ring = ringOf();
    expect(ring.isOpenSoFar()).toBe(null);
    await ring.isOpen();
    const list = keys.list.bind(keys);
    const hold = Promise.withResolvers<void>();
    keys.list = () => hold.promise.then(list);
    clock.advance(5001);
    expect(ring.isOpenSoFar()).toBe(true);
    await add();
    hold.resolve();
    await ring.isOpen();
    expect(ring.isOpenSoFar()).toBe(false);
  });

  it('reads the keys anew after their age also where the clock went back by less than that', async () => {
    const { id, secret } = await add();
    let passedMs = 0;
    const ring = createKeyRing({ keys, clock, ageMsMax: 5000, nowMs: () => passedMs });
    expect((await ring.verify(secret))?.id).toBe(id);
    await keys.revoke(id, clock.now());
    clock.advance(1000);
    passedMs = 5000;
    expect((await ring.verify(secret))?.id).toBe(id);
    passedMs = 5001;
    expect(await ring.verify(secret)).toBeNull();
  });

  it('reads the keys anew after their age, and when the clock went back', async () => {
    const { id, secret } = await add();
    const ring = ringOf();
    expect((await ring.verify(secret))?.id).toBe(id);
    await keys.revoke(id, clock.now());
    clock.advance(5000);
    expect(await ring.isStillUsable(id)).toBe(true);
    clock.advance(-60_000);
    expect(await ring.isStillUsable(id)).toBe(false);
    expect(await ring.verify(secret)).toBeNull();
  });

  it('reads once for all who ask at the same time', async () => {
    const { secret } = await add();
    let readCount = 0;
    const list = keys.list.bind(keys);
    keys.list = () => {
      readCount += 1;
      return list();
    };
    const ring = ringOf();
    await Promise.all(Array.from({ length: 20 }, () => ring.verify(secret)));
    expect(readCount).toBe(1);
  });

  it('notes the time of use now and then, and lets in also if that fails', async () => {
    const { secret } = await add();
    const touches: string[] = [];
    keys.touch = async (_id, at) => {
      touches.push(at);
      throw new Error('not now');
    };
    const ring = ringOf();
    expect(await ring.verify(secret)).not.toBeNull();
    expect(touches).toHaveLength(1);
  });
});
