/**
 * Finds tags that are not closed, or closed in the wrong order. Enough for pages that we write.
 */
const WITHOUT_END: ReadonlySet<string> = new Set(['meta', '!doctype']);

/** Returns the names of tags that do not match; none for a well-formed page. */
export function unbalancedTags(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const page = html.replace(/<style>[\s\S]*?<\/style>/g, '');
  for (const [tag, slash, name] of page.matchAll(/<(\/?)([!a-zA-Z][\w:-]*)(?:"[^"]*"|[^>"])*>/g)) {
    const word = name!.toLowerCase();
    if (tag.endsWith('/>') || WITHOUT_END.has(word)) continue;
    if (slash === '') open.push(word);
    else if (open.at(-1) === word) open.pop();
    else wrong.push(word);
  }
  return [...wrong, ...open];
}
