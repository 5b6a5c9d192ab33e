import { expect, test } from 'vitest';
import { parseSoak } from './arguments.ts';
import { PARTS } from './parts.ts';

test('the soak makes what it is asked for, and all of it if nothing is said', () => {
  expect(parseSoak([])).toMatchObject({ kind: 'run', kills: 2000, parts: PARTS });
  const asked = parseSoak(['--kills', '7', '--only', 'power']);
  expect(asked).toMatchObject({ kind: 'run', kills: 7, parts: [{ name: 'power' }] });
  expect(parseSoak(['--help'])).toEqual({ kind: 'help' });
});

test.each([
  [['--kills', '0'], '--kills must be a whole number'],
  [['--only', 'rain'], '--only must be one of sqlite,'],
  [['--minutes', '3'], "Unknown option '--minutes'"],
])('the soak refuses %j', (words, message) => {
  expect(parseSoak(words)).toEqual({ kind: 'mistake', message: expect.stringContaining(message) });
});
