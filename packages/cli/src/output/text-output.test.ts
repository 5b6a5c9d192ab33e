/**
 * What becomes of a command whose reader leaves: it ends, or it finishes what is more than lines.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('./text-output.ts', import.meta.url));

/** Runs a program that writes many lines to somebody who reads none, and then says that a check failed. */
async function withoutReader(start: string) {
  const program = `
    import * as output from ${JSON.stringify(MODULE)};
    output.endQuietlyWhenReaderLeaves();
    ${start}
    for (let n = 0; n < 2000; n++) await output.writeLine('x'.repeat(1000));
    process.stderr.write('finished');
    process.exitCode = 1;`;
  const words = ['--conditions=@hedgerow/source', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, words);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { stderr, code };
}

it('ends with what was found so far, or with the verdict where there is one', async () => {
  const ended = await Promise.all([
    withoutReader(''),
    withoutReader('process.exitCode = 1;'),
    withoutReader('output.finishWithoutReader();'),
  ]);
  expect(ended).toEqual([
    { stderr: '', code: 0 },
    { stderr: '', code: 1 },
    { stderr: 'finished', code: 1 },
  ]);
});
