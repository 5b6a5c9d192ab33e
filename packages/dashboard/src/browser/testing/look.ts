/**
 * Looks at a page in the ways every page is looked at: accessibility, width, and a picture to keep.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const PICTURES = path.resolve(
  import.meta.dirname,
  '../../../../../node_modules/.cache/hedgerow/screenshots',
);

/** Returns what axe finds, one line each; an empty list is what is wanted. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
}

/** Returns by how many pixels the page is wider than its window. */
export function sideScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Keeps a picture of the whole page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

/** Keeps a file beside the pictures. */
export async function keepFile(name: string, content: Uint8Array): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await writeFile(path.join(PICTURES, name), content);
}

/** Returns how much of the window has moved without being asked to, summed up; 0 is perfect. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { readonly value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Without any shift the observer is never called.
        setTimeout(() => resolve(0), 500);
      }),
  );
}
