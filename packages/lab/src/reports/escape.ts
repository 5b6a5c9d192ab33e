/**
 * Words that must not be taken for markup.
 */

/** Returns the text for HTML, in and outside of attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns the text for a paragraph or a table cell of Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(/([\\|<>*_[\]`])/g, '\\$1');
}
