import { expect, it } from 'vitest';
import { TestClock } from '../api/testing/test-server.ts';
import { createLogger } from '../instruments/logger.ts';
import { tellOfNamesakes } from './tell-of-namesakes.ts';

it('tells of another replica at the same address, once for as long as there is one', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ level: 'error', clock: new TestClock(), destination });
  let hasNamesake = false;
  let renewed = () => {};
  const watch = (listener: (addresses: ReadonlySet<string>) => void) => {
    renewed = () => listener(new Set());
  };
  const address = 'http://127.0.0.1:8080';
  tellOfNamesakes({ address, logger, placement: { watch, hasNamesake: () => hasNamesake } });
  const toldAfter = (isSo: boolean) => {
    hasNamesake = isSo;
    renewed();
    return lines.length;
  };
  expect([false, true, true, false, true].map(toldAfter)).toEqual([0, 1, 1, 1, 2]);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    address,
    msg: expect.stringContaining('a memberAddress of its own'),
    detail: expect.stringContaining('Give each a memberAddress'),
  });
});
