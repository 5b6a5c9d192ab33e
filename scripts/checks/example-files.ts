/**
 * The files in examples/: each begins with a comment, ends with what it prints, and prints that.
 *
 * The end of an example looks like this, and nothing follows it:
 *
 *     // prints:
 *     // first line
 *     // second line
 */
import type { Finding } from '../lib/finding.ts';
import type { SourceFile } from '../lib/repository.ts';
import { type ProcessOutcome, runProcess } from '../lib/run-process.ts';
import { describeFailure, firstDifference, linesOf, SOURCE_CONDITION } from './snippet-output.ts';

const ENDING = /(?<=^|\n)\/\/ prints:[ \t]*\n((?:\/\/[^\n]*(?:\n|$))*)\s*$/;
const TIME_LIMIT_MS = 60_000;

/** Runs one example from the root of the repository. */
export function runExample(example: SourceFile): Promise<ProcessOutcome> {
  return runProcess({
    command: process.execPath,
    commandArguments: [SOURCE_CONDITION, example.file],
    timeLimitMs: TIME_LIMIT_MS,
  });
}

/** Returns what is wrong with the form of an example. */
export function checkExampleForm(example: SourceFile): Finding[] {
  const found: Finding[] = [];
  if (!/^\/\*/.test(example.text)) {
    found.push({
      file: example.file,
      line: 1,
      rule: 'The example does not begin with a block comment',
      replacement: 'say in a few sentences what it shows',
    });
  }
  if (!ENDING.test(example.text)) {
    found.push({
      file: example.file,
      line: example.text.trimEnd().split('\n').length,
      rule: 'The example does not end with what it prints',
      replacement: 'end it with "// prints:" and one comment line for each line of output',
    });
  }
  return found;
}

/** Returns how an example failed, or where its output differs from its last lines. */
export function checkExampleOutput(example: SourceFile, outcome: ProcessOutcome): Finding[] {
  const failure = describeFailure(outcome);
  if (failure !== undefined) return [{ file: example.file, line: 1, ...failure }];
  const ending = ENDING.exec(example.text);
  if (ending === null) return [];
  const difference = firstDifference(commentedLines(ending[1]!), linesOf(outcome.standardOutput));
  if (difference === undefined) return [];
  const line = example.text.slice(0, ending.index).split('\n').length + 1 + difference.index;
  return [{ file: example.file, line, ...difference.fault }];
}

/** Returns the example with what it really printed; one that failed stays as it is. */
export function updateExample(example: SourceFile, outcome: ProcessOutcome): string {
  if (describeFailure(outcome) !== undefined) return example.text;
  const lines = linesOf(outcome.standardOutput).map((line) => `// ${line}`.trimEnd());
  const body = example.text.replace(ENDING, '').trimEnd();
  return `${[body, '', '// prints:', ...lines].join('\n')}\n`;
}

function commentedLines(comment: string): string[] {
  return linesOf(comment).map((line) => line.replace(/^\/\/ ?/, ''));
}
