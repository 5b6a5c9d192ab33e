/**
 * Makes a rendered SVG part of an HTML page.
 *
 * It loses its name spaces, which HTML does not need, and the roles that Vega gives to every mark;
 * instead the whole picture has one text. Its size follows the page.
 */
import { escapeHtml } from './escape.ts';

/** Returns the markup for the page. */
export function inlineSvg(svg: string, altText: string): string {
  const plain = svg
    .replace(/ (?:xmlns(?::xlink)?|version|role|class|aria-[a-z]+)="[^"]*"/g, '')
    .replace(/ pointer-events="none"/g, '');
  return plain.replace(
    /<svg width="(\d+)" height="(\d+)"/,
    `<svg role="img" aria-label="${escapeHtml(altText)}"`,
  );
}
