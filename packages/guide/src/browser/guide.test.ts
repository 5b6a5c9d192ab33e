/**
 * The guide in a real browser, served by a real service under its content policy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssetFiles } from '../../../cli/src/asset-files.ts';
import { launchBrowser } from '../../../dashboard/src/browser/testing/launch-browser.ts';
import { accessibilityFaults, sideScroll } from '../../../dashboard/src/browser/testing/look.ts';
import {
  startTestService,
  type TestService,
} from '../../../dashboard/src/browser/testing/start-test-service.ts';

let browser: Browser;
let service: TestService;
let folder: string;

beforeAll(async () => {
  const { buildSite } = await import('../../../../scripts/site/build-site.ts');
  folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-guide-'));
  const [launched] = await Promise.all([launchBrowser(), buildSite(path.join(folder, 'dist'))]);
  browser = launched;
  service = await startTestService({
    assets: readAssetFiles(path.join(folder, 'dist'), '/guide/'),
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  /** Every address that was asked for something. */
  readonly asked: string[];
}

async function visit(place: string, width = 1280): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${service.address}${place}`);
  return { page, complaints, asked };
}

describe('the guide', () => {
  it('opens without its slash, finds a section by words, and asks nobody else', async () => {
    const { page, complaints, asked } = await visit('/guide');
    expect(page.url()).toBe(`${service.address}/guide/`);
    await page.keyboard.press('/');
    await page.keyboard.type('rewards that are lost');
    await page.locator('#search li').first().waitFor();
    expect(await page.locator('#search [role=status]').textContent()).toMatch(/places?/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide/**/*.html*');
    expect(await page.locator('h1').textContent()).not.toBe('hedgerow');
    expect(asked.every((address) => address.startsWith(service.address))).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has the playground in it, which plays under the content policy', async () => {
    const { page, complaints } = await visit(
      '/guide/start/playground.html#/playground?rounds=50&trials=3',
    );
    await page.getByText('rounds are played').waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    expect(complaints).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.close();
  });

  it.each(['index.html', 'concepts/certificate.html', 'api/core.html', 'reference/errors.html'])(
    'can be read by everyone, also on a phone: %s',
    async (name) => {
      const { page } = await visit(`/guide/${name}`, 360);
      expect(await sideScroll(page)).toBe(0);
      expect(await page.locator('.guide-navigation a').first().isVisible()).toBe(false);
      await page.getByText('All pages').click();
      expect(await page.locator('.guide-navigation a').first().isVisible()).toBe(true);
      if (name !== 'api/core.html') expect(await accessibilityFaults(page)).toEqual([]);
      await page.close();
    },
  );
});
