import { expect, test } from 'vitest';
import { EMPTY_HEAD } from './entry-hash.ts';
import { created, decided } from './testing/sample-entries.ts';
import { type Batch, type HeldPolicy, Turns } from './turns.ts';

/** An engine that writes down what is asked of it, and stores when the test says so. */
function engine(version = 0, isAhead = false) {
  const calls: string[] = [];
  const stores: (PromiseWithResolvers<void> & { readonly batch: Batch })[] = [];
  const hold = async (policy: string): Promise<HeldPolicy> => {
    calls.push(`hold ${policy}`);
    return {
      head: { ...EMPTY_HEAD, version },
      isAhead,
      readAfter: async (position) => {
        calls.push(`read after ${position}`);
        return [];
      },
      store: (batch) => {
        calls.push(`store ${policy}`);
        const settled = Promise.withResolvers<void>();
        stores.push({ ...settled, batch });
        return settled.promise;
      },
      erase: async () => {
        calls.push(`erase ${policy}`);
      },
      forget: async () => {
        calls.push(`forget ${policy}`);
      },
      confirm: async () => {},
      letGo: async (failure) => {
        calls.push(failure === undefined ? 'let go' : `let go: ${String(failure)}`);
      },
    };
  };
  return { calls, stores, hold };
}

const nextRound = () => new Promise((resolve) => setImmediate(resolve));

test('a policy is held for one turn at a time, in the order of asking', async () => {
  const { calls, hold } = engine();
  const turns = new Turns({ hold });
  const order: string[] = [];
  const take = async (name: string) => {
    const turn = await turns.begin('maize', 0);
    order.push(`${name} begins`);
    await nextRound();
    order.push(`${name} ends`);
    await turn.release();
  };
  await Promise.all([take('first'), take('second'), take('third')]);
  expect(order).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  expect(calls).toEqual(['hold maize', 'let go', 'hold maize', 'let go', 'hold maize', 'let go']);
});

test.each([
  [true, 'before the batch is stored'],
  [false, 'only after the batch is stored'],
])('with isAhead %s the next turn begins %s', async (isAhead) => {
  const { stores, hold } = engine(0, isAhead);
  const turns = new Turns({ hold });
  const commit = (await turns.begin('maize', 0)).append([created()]);
  let hasBegun = false;
  const next = turns.begin('maize', 0).then((turn) => {
    hasBegun = true;
    return turn;
  });
  await nextRound();
  expect(hasBegun).toBe(isAhead);
  stores[0]!.resolve();
  await commit.durable;
  await (await next).release();
});

test('a batch that fails hands the turn on, and only `durable` rejects', async () => {
  const { stores, hold } = engine();
  const turns = new Turns({ hold });
  const commit = (await turns.begin('maize', 0)).append([created()]);
  stores[0]!.reject(new Error('the disk'));
  await expect(commit.durable).rejects.toThrow('the disk');
  await commit.accepted;
  await (await turns.begin('maize', 0)).release();
});

test('entries that cannot be sealed let the policy go, and the next turn begins', async () => {
  const { calls, hold } = engine();
  const turns = new Turns({ hold });
  const turn = await turns.begin('maize', 0);
  const senseless = {
    ...created(),
    get text(): string {
      throw new Error('no text');
    },
  };
  expect(() => turn.append([senseless])).toThrow('no text');
  await (await turns.begin('maize', 0)).release();
  expect(calls).toEqual(['hold maize', 'let go', 'hold maize', 'let go']);
});

test('a turn that wrote nothing stores nothing', async () => {
  const { calls, hold } = engine();
  const turns = new Turns({ hold });
  await (await turns.begin('maize', 0)).append([]).durable;
  expect(calls).toEqual(['hold maize', 'let go']);
});

test('a caller from a future that was never stored is refused, and the policy let go', async () => {
  const { calls, hold } = engine(3);
  const turns = new Turns({ hold });
  await expect(turns.begin('maize', 4)).rejects.toThrow('has 3 entries, but the caller knows 4');
  await (await turns.begin('maize', 2)).release();
  expect(calls[1]).toContain('let go: JournalFailure');
  expect(calls.slice(2)).toEqual(['hold maize', 'read after 2', 'let go']);
});

test('closing waits for what is under way, and whoever waits for a turn is refused', async () => {
  const { calls, stores, hold } = engine();
  const turns = new Turns({ hold });
  const commit = (await turns.begin('maize', 0)).append([created(), decided({ sequence: 1 })]);
  const late = turns.begin('maize', 0);
  const refused = expect(late).rejects.toMatchObject({ kind: 'closed' });
  let isClosed = false;
  const closed = turns.close().then(() => {
    isClosed = true;
  });
  await nextRound();
  expect(isClosed).toBe(false);
  stores[0]!.resolve();
  await Promise.all([closed, commit.durable, refused]);
  expect(calls).toEqual(['hold maize', 'store maize']);
});
