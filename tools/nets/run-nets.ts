/**
 * `npm run nets`: compares what the rooms say with what was recorded.
 *
 *     npm run nets                            compares all nets
 *     npm run nets -- core                    compares one
 *     npm run nets -- record core             records it; say why in the commit
 *     npm run nets -- show core life-17 203   prints one step
 */
import { NETS } from './index.ts';
import { compare, record, stepOf } from './net.ts';

const SHOWN_MAX = 5;
const [first, ...rest] = process.argv.slice(2);
process.exitCode = await main();

async function main(): Promise<number> {
  if (first === 'record') return await recordAll(rest);
  if (first === 'show') return await show();
  return await compareAll(first === undefined ? [] : [first, ...rest]);
}

async function recordAll(names: readonly string[]): Promise<number> {
  for (const net of asked(names)) console.log(`${net.name}: ${await record(net)} lives recorded`);
  return 0;
}

async function show(): Promise<number> {
  const [name, life = '', step = '1'] = rest;
  const [net] = asked([name ?? '']);
  console.log(net === undefined ? 'No such net.' : await stepOf(net, life, Number(step)));
  return 0;
}

async function compareAll(names: readonly string[]): Promise<number> {
  let count = 0;
  for (const net of asked(names)) {
    const differences = await compare(net);
    count += differences.length;
    console.log(
      `${net.name}: ${differences.length === 0 ? 'equal' : `${differences.length} differ`}`,
    );
    for (const { life, step, now } of differences.slice(0, SHOWN_MAX)) {
      console.log(`  ${life}, step ${step}: ${now?.slice(0, 2000) ?? 'is not made any more'}`);
    }
  }
  return count === 0 ? 0 : 1;
}

function asked(names: readonly string[]) {
  return NETS.filter(({ name }) => names.length === 0 || names.includes(name));
}
