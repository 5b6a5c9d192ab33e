/**
 * README.md begins with code and says how to start and how to test.
 */
import { describe, expect, it } from 'vitest';
import { checkReadme } from './checks/readme.ts';
import { refuseFindings } from './lib/finding.ts';
import { readRequired } from './lib/repository.ts';

describe('the repository', () => {
  it('has a README.md that begins with code and names both commands', () => {
    refuseFindings(checkReadme(readRequired('README.md')));
  });
});

describe('checkReadme', () => {
  const commands = '\nnpm install && npm start\nnpm install && npm test\n';
  const rules = (text: string) => checkReadme({ file: 'README.md', text }).map(({ rule }) => rule);

  it('accepts a snippet on line 19 and refuses one on line 20', () => {
    const snippet = '```ts\nx;\n```\n';
    expect(rules('\n'.repeat(18) + snippet + commands)).toEqual([]);
    expect(rules('\n'.repeat(19) + snippet + commands)).toEqual([
      'No ts block begins before line 20',
    ]);
  });

  it('refuses a page without snippet or commands', () => {
    expect(rules('# hedgerow')).toEqual([
      'No ts block begins before line 20',
      'The command "npm install && npm start" is missing',
      'The command "npm install && npm test" is missing',
    ]);
  });
});
