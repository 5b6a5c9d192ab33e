import { expect, it } from 'vitest';
import { SOON_MAX } from '../api/forwarding/connection-counts.ts';
import { TestClock } from '../api/testing/test-server.ts';
import { createLogger } from '../instruments/logger.ts';
import { tellOfConnections } from './tell-of-connections.ts';

const OWN = 'http://10.0.0.1:1';

/** Returns what hears of members, and all that was told so far about how many connections they need. */
function listen(connectionsPerAddress: number, trustProxy = false) {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ level: 'warn', clock: new TestClock(), destination });
  let hear = (_addresses: ReadonlySet<string>) => {};
  const watch = (listener: typeof hear) => {
    hear = listener;
  };
  const settings = { connectionsPerAddress, trustProxy };
  tellOfConnections({ address: OWN, placement: { watch }, settings, logger });
  return (...addresses: readonly string[]) => {
    hear(new Set([OWN, ...addresses]));
    return lines.map((line) => JSON.parse(line) as unknown);
  };
}

it('tells of other replicas that are not all let in, once for each number of them', () => {
  const told = listen(2 * SOON_MAX - 1);
  expect(told('http://10.0.0.2:1', 'http://10.0.0.3:1')).toEqual([]);
  const two = ['http://10.0.0.2:1', 'http://10.0.0.2:2'];
  const [line] = told(...two);
  expect(line).toMatchObject({
    msg: expect.stringContaining('must leave room'),
    detail: expect.stringMatching(
      `^It is ${2 * SOON_MAX - 1}, and ${2 * SOON_MAX} may come .* Raise connectionsPerAddress`,
    ),
  });
  expect(told(...two)).toHaveLength(1);
  expect(told(...two, 'http://10.0.0.2:3')).toHaveLength(2);
});

it('opens none to itself, and says nothing where none are counted', () => {
  expect(listen(1)()).toEqual([]);
  expect(listen(0)('http://10.0.0.1:2')).toEqual([]);
  expect(listen(1, true)('http://10.0.0.1:2')).toEqual([]);
  expect(listen(1)('http://10.0.0.1:2')).toHaveLength(1);
});
