/**
 * An example as a page: what its first comment says, its picture if it has one, the code, what it prints.
 */
import path from 'node:path';
import type { SourceFile } from '../lib/repository.ts';
import { GALLERY, pictureFile } from './pictures/gallery.ts';

const PARTS = /^\/\*\n([\s\S]*?)\*\/\n([\s\S]*?)\n\/\/ prints:[ \t]*\n([\s\S]*)$/;

/** Returns the Markdown of the page. */
export function exampleText({ file, text }: SourceFile, title: string): string {
  const [, comment = '', code = text, prints = ''] = PARTS.exec(text) ?? [];
  const name = path.posix.basename(file, '.ts');
  const picture = path.posix.relative('examples', pictureFile(name));
  return [
    `# ${title}`,
    unprefixed(comment, /^ \* ?/gm),
    ...(Object.hasOwn(GALLERY, name) ? [`![${GALLERY[name]}](${picture})`] : []),
    `\`${file}\`, which the tests run as it is:`,
    fenced('ts', code),
    '<!-- prints -->',
    fenced('text', unprefixed(prints, /^\/\/ ?/gm)),
  ].join('\n\n');
}

function unprefixed(text: string, prefix: RegExp): string {
  return text.replace(prefix, '').trim();
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}
