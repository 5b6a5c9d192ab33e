/**
 * A window on the page that writes down everything the browser complains about: errors, refused
 * requests, breaches of the content policy.
 */
import type { Browser, Page } from 'playwright-core';

export interface OpenOptions {
  readonly address: string;
  /** Behind the `#`: "/policies/maize". */
  readonly path?: string;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

export interface OpenedPage {
  readonly page: Page;
  /** What the browser complained about so far. */
  readonly complaints: readonly string[];
  /** Goes to another page of the same window. */
  go(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPage(browser: Browser, options: OpenOptions): Promise<OpenedPage> {
  const { address, path = '/', scheme = 'light', width = 1280 } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${address}/#${path}`);
  return {
    page,
    complaints,
    go: async (next) => {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, next);
    },
    close: () => context.close(),
  };
}
