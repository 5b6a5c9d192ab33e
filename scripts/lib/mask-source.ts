/**
 * Separates code, strings and comments of a TypeScript file without parsing it.
 *
 * Each view has the same length and the same line breaks as the text; what does not belong to it is
 * blank. So an offset or a line found in one view is valid in every other. Quotes stay in the code
 * view, which lets a pattern find "from '   '" and read the name at the same place of the text.
 *
 * The only guess is whether a slash divides or begins a regular expression; it is decided by what
 * stands before it, and a regular expression that does not end on its line is a division.
 */
export interface MaskedSource {
  /** Code with its quotes; comments and the inside of strings are blank. */
  readonly code: string;
  /** Comments alone. */
  readonly comments: string;
  /** Code and strings; comments are blank. */
  readonly withoutComments: string;
}

type Kind = 'code' | 'string' | 'comment';

/** A stretch of the text that is all of one kind, up to but without `to`. */
interface Stretch {
  readonly kind: Kind;
  readonly to: number;
}

/** Several checks look at each file. */
const seen = new Map<string, MaskedSource>();

/** Returns the three views of a source text. */
export function maskSource(text: string): MaskedSource {
  const known = seen.get(text);
  if (known !== undefined) return known;
  const stretches = classify(text);
  const view = (...kept: Kind[]) => {
    let from = 0;
    const parts = stretches.map(({ kind, to }) => {
      const part = text.slice(from, to);
      from = to;
      return kept.includes(kind) ? part : part.replace(/[^\n]/g, ' ');
    });
    return parts.join('');
  };
  const views = {
    code: view('code'),
    comments: view('comment'),
    withoutComments: view('code', 'string'),
  };
  seen.set(text, views);
  return views;
}

/** Returns the line, counted from 1, on which an offset lies. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
  }
  return line;
}

function classify(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  // One number per open template: how many braces are open inside its present ${…}.
  const openBraces: number[] = [];

  const mark = (kind: Kind, from: number, to: number): number => {
    stretches.push({ kind: 'code', to: from }, { kind, to });
    return to;
  };

  let at = text.startsWith('#!') ? mark('comment', 0, endOfLine(text, 0)) : 0;
  while (at < text.length) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === '/' && next === '/') at = mark('comment', at, endOfLine(text, at));
    else if (character === '/' && next === '*')
      at = mark('comment', at, endAfter(text, '*/', at + 2));
    else if (character === "'" || character === '"') {
      at = mark('string', at + 1, endOfQuoted(text, at)) + 1;
    } else if (character === '/' && beginsPattern(text, stretches, at)) {
      at = mark('string', at + 1, endOfPattern(text, at)!) + 1;
    } else if (character === '`' || (character === '}' && openBraces.at(-1) === 0)) {
      if (character === '}') openBraces.pop();
      const end = mark('string', at + 1, endOfTemplatePart(text, at + 1));
      if (text[end] === '$') openBraces.push(0);
      at = end + (text[end] === '$' ? 2 : 1);
    } else {
      if (openBraces.length > 0 && character === '{') openBraces[openBraces.length - 1]! += 1;
      if (openBraces.length > 0 && character === '}') openBraces[openBraces.length - 1]! -= 1;
      at++;
    }
  }
  stretches.push({ kind: 'code', to: text.length });
  return stretches;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

/** Returns the place of the closing quote, or of the line's end when there is none. */
function endOfQuoted(text: string, from: number): number {
  const quote = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n')
    at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** Returns the place of the closing backtick, or of the "$" that opens an expression. */
function endOfTemplatePart(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '`' && text.slice(at, at + 2) !== '${') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return Math.min(at, text.length);
}

const WORDS_BEFORE_A_PATTERN =
  /\b(return|typeof|case|in|of|delete|void|throw|new|instanceof|await|yield|else)$/;

function beginsPattern(text: string, stretches: readonly Stretch[], at: number): boolean {
  const preceding = codeBefore(text, stretches, at).slice(-13);
  const mayBegin =
    preceding === '' ||
    /([(,=:[!&|?{;+*%~^-]|=>)$/.test(preceding) ||
    WORDS_BEFORE_A_PATTERN.test(preceding);
  return mayBegin && endOfPattern(text, at) !== undefined;
}

/** Returns the text up to what stands before `at`, past white space and comments. */
function codeBefore(text: string, stretches: readonly Stretch[], at: number): string {
  let end = at;
  for (let place = stretches.length; place >= 0; place--) {
    const from = stretches[place - 1]?.to ?? 0;
    const isComment = stretches[place]?.kind === 'comment';
    const part = isComment ? '' : text.slice(from, end).trimEnd();
    if (part !== '') return text.slice(0, from + part.length);
    end = from;
  }
  return '';
}

/** Returns the place of the closing slash, or undefined when the line ends first. */
function endOfPattern(text: string, from: number): number | undefined {
  let isInClass = false;
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') isInClass = true;
    else if (text[at] === ']') isInClass = false;
    else if (text[at] === '/' && !isInClass) return at;
  }
  return undefined;
}
