/**
 * Whether the words at the left of a figure fit into the room that it keeps for them.
 */
import { expect } from 'vitest';
import type { Figure } from '../figure.ts';
import { renderSvg } from '../render.ts';

/** Of the figures' type at 14 px: most letters are narrower. */
const LETTER_PX = 6.8;
const GAP_PX = 12;

interface Row {
  readonly label?: string;
  readonly note?: string;
}

/** Renders a figure and looks at the labels and notes of its rows; returns the picture. */
export async function expectFittingLabels(figure: Figure): Promise<string> {
  const { specification } = figure;
  const { padding, layer } = specification as unknown as {
    readonly padding: { readonly left: number; readonly right: number };
    readonly layer: readonly { readonly data?: { readonly values?: readonly Row[] } }[];
  };
  const rows = layer.flatMap(({ data }) => data?.values ?? []);
  const widest = (words: 'label' | 'note') =>
    Math.max(0, ...rows.map((row) => (row[words]?.length ?? 0) * LETTER_PX + GAP_PX));
  expect(widest('label')).toBeLessThanOrEqual(padding.left);
  expect(widest('note')).toBeLessThanOrEqual(padding.right);
  return await renderSvg(specification);
}
