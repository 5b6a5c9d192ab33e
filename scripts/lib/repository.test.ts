/**
 * The list of files is complete with and without git, and findings read well.
 */
import { describe, expect, it } from 'vitest';
import { describeFinding, refuseFindings } from './finding.ts';
import {
  filesFromGit,
  listFiles,
  REPOSITORY_ROOT,
  readRequired,
  walkFolder,
} from './repository.ts';

describe('listFiles', () => {
  it('holds this file and nothing that was installed or built', () => {
    const files = listFiles();
    expect(files).toContain('scripts/lib/repository.test.ts');
    expect(files.filter((file) => /(^|\/)(node_modules|dist)\//.test(file))).toEqual([]);
  });

  it('can do without git', () => {
    expect(filesFromGit(`${REPOSITORY_ROOT}/scripts`)).toBeUndefined();
    expect(walkFolder(REPOSITORY_ROOT, 'scripts')).toContain('scripts/lib/repository.test.ts');
  });
});

describe('readRequired', () => {
  it('names the file that is missing', () => {
    expect(() => readRequired('NO-SUCH-FILE.md')).toThrow('NO-SUCH-FILE.md is missing');
  });
});

describe('refuseFindings', () => {
  const finding = { file: 'a.ts', line: 3, rule: 'No x', replacement: 'write y' };

  it('accepts an empty list', () => {
    expect(() => refuseFindings([])).not.toThrow();
  });

  it('prints file, line, rule and replacement', () => {
    expect(describeFinding(finding)).toBe('a.ts:3 No x. Instead: write y.');
    expect(() => refuseFindings([finding])).toThrow('1 finding:\na.ts:3 No x. Instead: write y.');
  });
});
