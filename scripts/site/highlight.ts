/**
 * Colours for code, by a few patterns a language: comments, strings, words of the language, numbers.
 *
 * A grammar would do more, and weigh ten megabytes. What no pattern knows stays plain, and the text is
 * never changed: without the marks, the result is the code, escaped.
 */
const WORDS =
  'abstract|as|async|await|break|case|catch|class|const|continue|default|delete|else|export|extends|' +
  'false|finally|for|from|function|if|implements|import|in|instanceof|interface|keyof|let|new|null|of|' +
  'readonly|return|static|switch|this|throw|true|try|type|typeof|undefined|void|while|yield';

interface Grammar {
  readonly comment?: string;
  readonly string?: string;
  readonly word?: string;
  readonly number?: string;
}

const NUMBER = String.raw`(?<![\w.-])-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b`;
const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const SCRIPT: Grammar = {
  comment: String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
  string: `${STRING}|${String.raw`\`(?:\\.|[^\`\\])*\``}`,
  word: String.raw`(?<![.\w])(?:${WORDS})(?![\w:])`,
  number: NUMBER,
};
const SHELL: Grammar = {
  comment: String.raw`(?<=^|\s)#[^\n]*`,
  string: STRING,
  word: String.raw`(?<=^|\n)\s*(?:npx?|node|curl|docker|git|python3?|hedgerow)\b`,
};
const YAML: Grammar = { comment: SHELL.comment!, string: STRING, number: NUMBER };
const PYTHON: Grammar = {
  ...YAML,
  word: String.raw`(?<![.\w])(?:and|as|class|def|elif|else|False|for|from|if|import|in|is|lambda|None|not|or|return|True|while|with)(?!\w)`,
};

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ts: SCRIPT,
  tsx: SCRIPT,
  js: SCRIPT,
  json: { string: STRING, word: '\\b(?:true|false|null)\\b', number: NUMBER },
  sh: SHELL,
  bash: SHELL,
  yaml: YAML,
  python: PYTHON,
  py: PYTHON,
};

/** Returns code as HTML, with a mark around what its language knows. */
export function highlight(code: string, language: string): string {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return escapeHtml(code);
  const kinds = Object.entries(grammar);
  const pattern = new RegExp(kinds.map(([kind, form]) => `(?<${kind}>${form})`).join('|'), 'g');
  let html = '';
  let done = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = kinds.find(([name]) => match.groups![name] !== undefined)![0];
    html += escapeHtml(code.slice(done, match.index));
    html += `<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    done = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(done));
}

/** Returns text that HTML shows as it is. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
