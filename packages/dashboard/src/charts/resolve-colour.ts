/**
 * Colour tokens as a canvas understands them.
 *
 * A custom property keeps its text, `light-dark(…)` included; only a real property is worked out by
 * the browser, so the token is tried on the element's own outline colour.
 */
export function resolveColour(element: HTMLElement, token: string): string {
  const before = element.style.outlineColor;
  element.style.outlineColor = `var(${token})`;
  const colour = getComputedStyle(element).outlineColor;
  element.style.outlineColor = before;
  return colour;
}
