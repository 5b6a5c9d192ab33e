/**
 * Reads declarations out of TypeScript without a compiler: the statement that declares a name, without
 * the bodies of functions, and the comment above it.
 *
 * That is enough here because every export of the packages says its types (`isolatedDeclarations`), so
 * nothing has to be inferred.
 */
import { maskSource } from '../../lib/mask-source.ts';

export interface Declaration {
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'const';
  /** As TypeScript, without `export` and without bodies. */
  readonly code: string;
  /** What the comment says, as Markdown; empty when there is none. */
  readonly comment: string;
}

/** A text beside the same with strings and comments blanked out, so that it is masked once for all names. */
export interface MaskedText {
  readonly text: string;
  readonly code: string;
}

export function maskedText(text: string): MaskedText {
  return { text, code: maskSource(text).code };
}

/** Returns the declaration of an exported name; undefined if the text has none. */
export function findDeclaration({ text, code }: MaskedText, name: string): Declaration | undefined {
  const form = new RegExp(
    `^export\\s+(?:async\\s+|abstract\\s+)*(function|class|interface|type|const)\\*?\\s+${name}\\b`,
    'm',
  );
  const found = form.exec(code);
  if (found === null) return undefined;
  const kind = found[1] as Declaration['kind'];
  const signature = signatureOf(text, { code, kind, start: found.index });
  return {
    kind,
    code: signature.replace(/^export\s+/, ''),
    comment: commentAbove(text, found.index),
  };
}

interface Place {
  /** The masked text: strings and comments blank. */
  readonly code: string;
  readonly kind: Declaration['kind'];
  readonly start: number;
}

function signatureOf(text: string, { code, kind, start }: Place): string {
  if (kind === 'class') return classSignature(text, code, start);
  if (kind === 'function') return functionSignature(text, { code, start });
  if (kind === 'const') return constantSignature(text, code, start);
  const end = endOfStatement(code, start, kind === 'interface' ? '{' : ';');
  return text.slice(start, end);
}

/** Overloads stand one after another, and each of them is shown; a body is not. */
function functionSignature(
  text: string,
  { code, start }: { readonly code: string; readonly start: number },
): string {
  const end = endOfHead(code, start);
  const head = `${text.slice(start, end).trimEnd()};`;
  const name = /function\*?\s+(\w+)/.exec(code.slice(start, end))![1];
  if (code[end] !== ';') return head;
  const rest = code.slice(end + 1);
  const next = new RegExp(`^\\s*export\\s+function\\s+${name}\\b`).exec(rest);
  if (next === null) return head;
  const nextStart = end + 1 + next[0].indexOf('export');
  const isImplementation = code[endOfHead(code, nextStart)] === '{';
  return isImplementation
    ? head
    : `${head}\n${functionSignature(text, { code, start: nextStart })}`;
}

function constantSignature(text: string, code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const character = code[at]!;
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (depth === 0 && character === '=' && code[at + 1] !== '>') {
      return `${text.slice(start, at).trimEnd()};`;
    } else if (depth === 0 && character === ';') return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** Members that are public, without their bodies and their values. */
function classSignature(text: string, code: string, start: number): string {
  const open = code.indexOf('{', start);
  const end = endOfBraces(code, open);
  const members: string[] = [];
  for (let at = open + 1; at < end - 1; ) {
    const from = at + /^\s*/.exec(code.slice(at, end))![0].length;
    if (from >= end - 1) break;
    const stop = endOfHead(code, from);
    const member = text.slice(from, stop).trim();
    const isPublic = /^[a-z]/.test(member) && !/^(private\b|protected\b|(\w+ )*#)/.test(member);
    if (isPublic) members.push(`  ${member.split(/\s=\s/)[0]!.trimEnd()};`);
    at = code[stop] === '{' ? endOfBraces(code, stop) : stop + 1;
  }
  return `${text.slice(start, open).trimEnd()} {\n${members.join('\n')}\n}`;
}

/** Returns where the head of a function or member ends: at the brace of its body, or at a semicolon. */
function endOfHead(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const character = code[at]!;
    if ('([<'.includes(character)) depth++;
    else if (')]'.includes(character) || (character === '>' && code[at - 1] !== '=')) depth--;
    else if (depth === 0 && character === ';') return at;
    else if (depth === 0 && character === '{') {
      if (!opensType(code, at)) return at;
      at = endOfBraces(code, at) - 1;
    }
  }
  return code.length;
}

/** A brace right after a colon or an operator of types begins a type and no body. */
function opensType(code: string, at: number): boolean {
  return /(:|\||&|=>|\bis)\s*$/.test(code.slice(Math.max(0, at - 40), at));
}

function endOfStatement(code: string, start: number, closer: '{' | ';'): number {
  if (closer === '{') return endOfBraces(code, code.indexOf('{', start));
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!)) depth--;
    else if (depth === 0 && code[at] === ';') return at + 1;
  }
  return code.length;
}

function endOfBraces(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '{') depth++;
    if (code[at] === '}' && --depth === 0) return at + 1;
  }
  return code.length;
}

/** Returns what the comment right above says; a comment at the top of a file is about the file. */
function commentAbove(text: string, start: number): string {
  const before = text.slice(0, start);
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before);
  if (comment === null || comment.index === 0) return '';
  return comment[1]!.replace(/^\s*\* ?/gm, '').trim();
}
