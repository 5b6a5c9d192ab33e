/**
 * Runs a snippet, compares what it printed with what the page says, or rewrites the page.
 */
import type { Finding } from '../lib/finding.ts';
import { type ProcessOutcome, runProcess } from '../lib/run-process.ts';
import { differenceInAnswer } from './json-answer.ts';
import { commandsOf, findSnippets, PRINTS_COMMENT, type Snippet } from './snippets.ts';

const TIME_LIMIT_MS = 60_000;
export const SOURCE_CONDITION = '--conditions=@hedgerow/source';

/** Runs one snippet from the root of the repository. */
export function runSnippet(snippet: Snippet): Promise<ProcessOutcome> {
  if (snippet.language === 'ts') {
    return runProcess({
      command: process.execPath,
      commandArguments: [SOURCE_CONDITION, '--input-type=module-typescript', '-'],
      standardInput: snippet.code,
      timeLimitMs: TIME_LIMIT_MS,
    });
  }
  return runProcess({
    command: 'sh',
    commandArguments: ['-ec', commandsOf(snippet.code).join('\n')],
    timeLimitMs: TIME_LIMIT_MS,
  });
}

/** Returns how a snippet failed, or where its output differs from the page. */
export function checkOutput(snippet: Snippet, outcome: ProcessOutcome): Finding[] {
  const place = { file: snippet.file, line: snippet.block.line };
  const failure = describeFailure(outcome);
  if (failure !== undefined) return [{ ...place, ...failure }];

  if (snippet.answered !== undefined) {
    const difference = differenceInAnswer(snippet.answered.content, outcome.standardOutput);
    if (difference === undefined) return [];
    return [{ ...place, line: snippet.answered.line, ...fault(difference) }];
  }
  const printed = linesOf(outcome.standardOutput);
  const comments = snippet.comments.map(({ text }) => text);
  if (snippet.shown !== undefined) {
    const shown = linesOf(snippet.shown.content);
    const difference = firstDifference(shown, printed);
    if (difference !== undefined) {
      return [{ ...place, line: snippet.shown.line + 1 + difference.index, ...difference.fault }];
    }
    if (isInOrder(comments, printed)) return [];
    return [{ ...place, ...fault('The prints comments do not occur in the output in this order') }];
  }
  if (comments.length === 0 && printed.length > 0) {
    return [
      { ...place, ...fault(`The block prints "${printed[0]}", and the page does not show it`) },
    ];
  }
  const difference = firstDifference(comments, printed);
  if (difference === undefined) return [];
  const line = snippet.comments[difference.index]?.line ?? snippet.block.line;
  return [{ ...place, line, ...difference.fault }];
}

/** Returns why a process did not end well, or undefined. */
export function describeFailure(
  outcome: ProcessOutcome,
): Pick<Finding, 'rule' | 'replacement'> | undefined {
  const seconds = TIME_LIMIT_MS / 1000;
  if (outcome.isOutOfTime) {
    return { rule: `It did not end within ${seconds} s`, replacement: 'make it shorter' };
  }
  if (outcome.exitCode === 0) return undefined;
  // The stack points into Node's loader; the message and the line of code stand above it.
  const lines = outcome.standardError.split('\n').filter((line) => !/^\s+at |^\s*$/.test(line));
  const said = lines.slice(0, 12).join('\n    ');
  return {
    rule: `It ended with exit code ${outcome.exitCode}:\n    ${said}\n`,
    replacement: 'repair it',
  };
}

/** Returns the lines of an output, without spaces at their ends and blank lines at the end. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Returns where the lines expected and printed first differ, or undefined when they are equal. */
export function firstDifference(
  expected: readonly string[],
  printed: readonly string[],
): { index: number; fault: Pick<Finding, 'rule' | 'replacement'> } | undefined {
  const length = Math.max(expected.length, printed.length);
  for (let index = 0; index < length; index++) {
    if (expected[index] === printed[index]) continue;
    const says = expected[index] === undefined ? 'nothing more' : `"${expected[index]}"`;
    const prints = printed[index] === undefined ? 'nothing more' : `"${printed[index]}"`;
    return { index, fault: fault(`The page says ${says}, but the code prints ${prints}`) };
  }
  return undefined;
}

/** Returns the page with what its snippets really printed; those that failed stay as they are. */
export function updatePage(text: string, outcomes: readonly ProcessOutcome[]): string {
  const lines = text.split('\n');
  const snippets = findSnippets({ file: '', text });
  // From the last to the first, so that the lines of those still to come do not move.
  for (const [index, snippet] of [...snippets.entries()].reverse()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && describeFailure(outcome) === undefined) {
      updateSnippet(lines, snippet, linesOf(outcome.standardOutput));
    }
  }
  return lines.join('\n');
}

function updateSnippet(lines: string[], snippet: Snippet, printed: readonly string[]): void {
  const { block, shown, answered, comments } = snippet;
  // What an answer leaves out was left out by a person.
  if (answered !== undefined) return;
  const indent = /^\s*/.exec(lines[block.line - 1]!)![0];
  const indented = printed.map((line) => (line === '' ? '' : indent + line));
  if (shown !== undefined) {
    lines.splice(shown.line, shown.lastLine - shown.line - 1, ...indented);
  } else if (comments.length === 0 && printed.length > 0) {
    const marks = ['<!-- prints -->', '```text'].map((mark) => indent + mark);
    lines.splice(block.lastLine, 0, '', ...marks, ...indented, `${indent}\`\`\``);
  }
  if (comments.length !== printed.length) return;
  comments.forEach(({ line }, index) => {
    lines[line - 1] = lines[line - 1]!.replace(
      PRINTS_COMMENT,
      (_, mark: string) => mark + printed[index],
    );
  });
}

function isInOrder(wanted: readonly string[], printed: readonly string[]): boolean {
  let from = 0;
  return wanted.every((text) => {
    const at = printed.indexOf(text, from);
    from = at + 1;
    return at !== -1;
  });
}

function fault(rule: string): Pick<Finding, 'rule' | 'replacement'> {
  return {
    rule,
    replacement: 'correct the page, or run the tests with UPDATE_DOCS=1 and read the change',
  };
}
