/**
 * The runner of documentation notices every way in which a page can be wrong.
 */
import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../lib/repository.ts';
import { checkOutput, runSnippet, updatePage } from './snippet-output.ts';
import { checkSnippetMarks, findSnippets } from './snippets.ts';

/** Builds a page from lines; "~~~" stands for the fence. */
function page(...lines: string[]): SourceFile {
  return { file: 'page.md', text: lines.join('\n').replaceAll('~~~', '```') };
}

describe('findSnippets', () => {
  it('finds ts blocks and marked sh blocks, each with its output', () => {
    const found = findSnippets(
      page(
        '~~~ts',
        'a',
        '~~~',
        '',
        '<!-- prints -->',
        '~~~text',
        '1',
        '~~~',
        '~~~sh',
        'rm -r x',
        '~~~',
        '<!-- run -->',
        '~~~sh',
        'npm run x',
        '~~~',
        'words',
        '<!-- prints -->',
        '~~~text',
        '2',
        '~~~',
      ),
    );
    expect(found.map(({ language, code, shown }) => [language, code, shown?.content])).toEqual([
      ['ts', 'a', '1'],
      ['sh', 'npm run x', undefined],
    ]);
  });

  it('leaves out a ts block that has a reason not to run', () => {
    expect(findSnippets(page('<!-- not run: needs a browser -->', '~~~ts', 'a', '~~~'))).toEqual(
      [],
    );
  });
});

describe('checkSnippetMarks', () => {
  const rules = (...lines: string[]) => checkSnippetMarks(page(...lines)).map(({ rule }) => rule);

  it('refuses a missing reason', () => {
    expect(rules('<!-- not run: -->', '~~~ts', 'a', '~~~')).toEqual([
      'A block is not run, and no reason is given',
    ]);
  });

  it('refuses output without code', () => {
    expect(rules('~~~ts', 'a', '~~~', 'words', '<!-- prints -->', '~~~text', '1', '~~~')).toEqual([
      'This output belongs to no block that runs',
    ]);
  });

  it('refuses commands that are not ours, and the tests themselves', () => {
    expect(
      rules('<!-- run -->', '~~~sh', '# words', 'npx hedgerow \\', '  x', 'curl x', '~~~'),
    ).toEqual(['The command "curl x" may not run in the tests']);
    expect(rules('<!-- run -->', '~~~bash', 'npm run test', '~~~')).toHaveLength(1);
  });
});

describe('a page with a service', () => {
  const rules = (command: string) =>
    checkSnippetMarks(page('<!-- service -->', '<!-- run -->', '~~~sh', command, '~~~')).map(
      ({ rule }) => rule,
    );

  it('may call its service with curl, and nothing else', () => {
    expect(rules("curl -X PUT http://127.0.0.1:8080/v1 -d '{}'")).toEqual([]);
    expect(rules("# it's all one\ncurl http://127.0.0.1:8080/v1 \\\n -d '{\n}'")).toEqual([]);
    expect(rules('curl http://127.0.0.1:8080.example.org/v1')).toHaveLength(1);
    expect(rules('curl http://127.0.0.1:8080/v1; rm -r x')).toHaveLength(1);
    expect(rules('curl http://example.org/')).toHaveLength(1);
  });

  it('compares what it shows of an answer', () => {
    const [snippet] = findSnippets(
      page(
        '<!-- run -->',
        '~~~sh',
        'curl x',
        '~~~',
        '<!-- answers -->',
        '~~~json',
        '{"a":1}',
        '~~~',
      ),
    );
    const outcome = { exitCode: 0, standardError: '', isOutOfTime: false };
    const check = (standardOutput: string) =>
      checkOutput(snippet!, { ...outcome, standardOutput }).map(({ line }) => line);
    expect(check('{"a":1}')).toEqual([]);
    expect(check('{"a":2}')).toEqual([6]);
  });
});

describe('checkOutput', () => {
  const check = async (...lines: string[]) => {
    const [snippet] = findSnippets(page(...lines));
    return checkOutput(snippet!, await runSnippet(snippet!)).map(
      ({ line, rule }) => `${line}: ${rule}`,
    );
  };

  it('accepts the output of a text block and of comments', async () => {
    const code = ['~~~ts', 'const x: number = 3;', 'console.log(x); // prints: 3', '~~~'];
    expect(await check(...code)).toEqual([]);
    expect(await check(...code, '<!-- prints -->', '~~~text', '3', '~~~')).toEqual([]);
    expect(await check('~~~ts', 'export const x = 1;', '~~~')).toEqual([]);
  });

  it('refuses a wrong line, a missing line and a line too many', async () => {
    expect(await check('~~~ts', 'console.log(3); // prints: 4', '~~~')).toEqual([
      '2: The page says "4", but the code prints "3"',
    ]);
    const code = ['~~~ts', 'console.log("1\\n2");', '~~~', '<!-- prints -->', '~~~text', '1'];
    expect(await check(...code, '~~~')).toEqual([
      '7: The page says nothing more, but the code prints "2"',
    ]);
    expect(await check(...code, '2', '3', '~~~')).toEqual([
      '8: The page says "3", but the code prints nothing more',
    ]);
  });

  it('refuses output that the page does not show', async () => {
    expect(await check('~~~ts', 'console.log(3);', '~~~')).toEqual([
      '1: The block prints "3", and the page does not show it',
    ]);
  });

  it('refuses code that throws, and shows why', async () => {
    const [rule] = await check('~~~ts', "throw new Error('no rain');", '~~~');
    expect(rule).toContain('exit code 1');
    expect(rule).toContain('no rain');
  });
});

describe('updatePage', () => {
  it('rewrites text blocks and comments, and adds what was not shown', async () => {
    const before = page(
      '~~~ts',
      'console.log(3); // prints: 4',
      '~~~',
      'words',
      '~~~ts',
      'console.log(5);',
      '~~~',
      '<!-- prints -->',
      '~~~text',
      '6',
      '7',
      '~~~',
      'words',
      '~~~ts',
      'console.log(8);',
      '~~~',
      'end',
    );
    const outcomes = await Promise.all(findSnippets(before).map(runSnippet));
    expect(updatePage(before.text, outcomes)).toBe(
      page(
        '~~~ts',
        'console.log(3); // prints: 3',
        '~~~',
        'words',
        '~~~ts',
        'console.log(5);',
        '~~~',
        '<!-- prints -->',
        '~~~text',
        '5',
        '~~~',
        'words',
        '~~~ts',
        'console.log(8);',
        '~~~',
        '',
        '<!-- prints -->',
        '~~~text',
        '8',
        '~~~',
        'end',
      ).text,
    );
  });
});
