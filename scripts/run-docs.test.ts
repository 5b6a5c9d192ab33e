/**
 * Everything the documentation shows runs, and prints what the page says.
 *
 * `UPDATE_DOCS=1 npm test -- scripts/run-docs.test.ts` rewrites the outputs; read the change before
 * it is committed. The conventions are told in checks/snippets.ts and checks/example-files.ts.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import {
  checkExampleForm,
  checkExampleOutput,
  runExample,
  updateExample,
} from './checks/example-files.ts';
import { runServicePage } from './checks/service-page.ts';
import { checkOutput, runSnippet, updatePage } from './checks/snippet-output.ts';
import { checkSnippetMarks, findSnippets, isServicePage } from './checks/snippets.ts';
import { refuseFindings } from './lib/finding.ts';
import { listFiles, REPOSITORY_ROOT, readRequired, readSource } from './lib/repository.ts';
import { mapInParallel, type ProcessOutcome } from './lib/run-process.ts';

const PROCESSES_AT_A_TIME = 2;
const PREPARATION_MS = 600_000;
const mayUpdate = process.env.UPDATE_DOCS === '1';

const files = listFiles();
const pages = files.filter((file) => /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));
const examples = files.filter((file) => /^examples\/[^/]+\.ts$/.test(file));

/** Where every snippet stands: its page, its place among the snippets of the page, its line. */
const places = pages.flatMap((file) =>
  findSnippets(readSource(file)).map(({ block }, index) => ({ file, index, line: block.line })),
);

describe('the documentation', () => {
  const outcomes = new Map<string, ProcessOutcome[]>();

  beforeAll(async () => {
    const alone = places.filter(({ file }) => !isServicePage(readSource(file)));
    const ran = await mapInParallel(alone, PROCESSES_AT_A_TIME, ({ file, index }) =>
      runSnippet(findSnippets(readSource(file))[index]!),
    );
    alone.forEach(({ file }, position) => {
      outcomes.set(file, [...(outcomes.get(file) ?? []), ran[position]!]);
    });
    for (const page of pages.map(readSource).filter(isServicePage)) {
      outcomes.set(page.file, await runServicePage(findSnippets(page)));
    }
    if (!mayUpdate) return;
    for (const [file, printed] of outcomes)
      writeText(file, updatePage(readSource(file).text, printed));
  }, PREPARATION_MS);

  it('has the two pages that everyone reads first', () => {
    readRequired('README.md');
    readRequired('CONTRIBUTING.md');
  });

  it('marks its blocks in a way that means something', () => {
    refuseFindings(pages.map(readSource).flatMap(checkSnippetMarks));
  });

  it.each(places)('prints what it says at $file:$line', ({ file, index }) => {
    const snippet = findSnippets(readSource(file))[index]!;
    refuseFindings(checkOutput(snippet, outcomes.get(file)![index]!));
  });
});

describe('the examples', () => {
  const outcomes = new Map<string, ProcessOutcome>();

  beforeAll(async () => {
    const sources = examples.map(readSource);
    const ran = await mapInParallel(sources, PROCESSES_AT_A_TIME, runExample);
    sources.forEach((example, index) => {
      outcomes.set(example.file, ran[index]!);
      if (mayUpdate) writeText(example.file, updateExample(example, ran[index]!));
    });
  }, PREPARATION_MS);

  it('say what they show and what they print', () => {
    refuseFindings(examples.map(readSource).flatMap(checkExampleForm));
  });

  it.each(examples)('%s prints what it says', (file) => {
    refuseFindings(checkExampleOutput(readSource(file), outcomes.get(file)!));
  });
});

function writeText(file: string, text: string): void {
  if (text !== readSource(file).text) writeFileSync(path.join(REPOSITORY_ROOT, file), text);
}
