/**
 * The core and the service say what was recorded. `npm run nets` compares the command and the research, too.
 */
import { expect, it } from 'vitest';
import { NETS } from './index.ts';
import { compare } from './net.ts';

const QUICK = ['core', 'service'];

it.each(QUICK)('%s says what was recorded', { timeout: 300_000 }, async (name) => {
  const net = NETS.find((one) => one.name === name)!;
  const differences = await compare(net);
  expect(differences.slice(0, 3)).toEqual([]);
});
