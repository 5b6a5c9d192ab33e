/**
 * Examples have their form, and print what their last lines say.
 */
import { describe, expect, it } from 'vitest';
import type { ProcessOutcome } from '../lib/run-process.ts';
import { checkExampleForm, checkExampleOutput, updateExample } from './example-files.ts';

describe('examples', () => {
  const printed = (standardOutput: string): ProcessOutcome => ({
    exitCode: 0,
    standardOutput,
    standardError: '',
    isOutOfTime: false,
  });
  const example = (text: string) => ({ file: 'examples/a.ts', text });
  const good = example('/** Shows x. */\nconsole.log("1\\n\\n2");\n\n// prints:\n// 1\n//\n// 2\n');

  it('accepts a comment, the code, and what it prints', () => {
    expect(checkExampleForm(good)).toEqual([]);
    expect(checkExampleOutput(good, printed('1\n\n2\n'))).toEqual([]);
  });

  it('refuses a missing comment and a missing ending', () => {
    expect(checkExampleForm(example('run();\n')).map(({ line }) => line)).toEqual([1, 1]);
    expect(checkExampleForm(example(`${good.text}\nmore();\n`))).toHaveLength(1);
  });

  it('refuses another output, with the line where it differs', () => {
    const [finding] = checkExampleOutput(good, printed('1\n\n3\n'));
    expect(finding).toMatchObject({ line: 7, rule: 'The page says "2", but the code prints "3"' });
  });

  it('refuses an example that fails', () => {
    expect(checkExampleOutput(good, { ...printed(''), exitCode: 1 })).toHaveLength(1);
  });

  it('rewrites the ending', () => {
    const updated = updateExample(good, printed('9\n'));
    expect(updated).toBe('/** Shows x. */\nconsole.log("1\\n\\n2");\n\n// prints:\n// 9\n');
    expect(updateExample(example('/** x */\nrun();\n'), printed('9\n'))).toBe(
      '/** x */\nrun();\n\n// prints:\n// 9\n',
    );
  });
});
