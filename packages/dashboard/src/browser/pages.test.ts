/**
 * Every page in a real browser: it says what it should, breaks no rule of the content policy, is
 * accessible in both colour schemes, and fits a narrow screen.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, layoutShift, sideScroll } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
import { askOnce, playRounds, playWithLongNames } from './testing/play-rounds.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  const assets = await buildPage();
  [browser, service] = await Promise.all([launchBrowser(), startTestService({ assets })]);
  await playRounds(service.client, 'maize', 40);
  await askOnce(service.client, 'maize', 41);
  await playWithLongNames(service.client, 'names');
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const PAGES = [
  { name: 'overview', path: '/', says: 'you may still lose', shows: '.sparkline path[d^="M0"]' },
  {
    name: 'policy',
    path: '/policies/maize',
    says: 'What you really earned',
    shows: '.interval-dot',
  },
  { name: 'decision', path: '/decisions/maize.1.7', says: 'What would have', shows: '.density' },
  { name: 'audit', path: '/audit/maize', says: 'The promise was kept at every', shows: '.check' },
  { name: 'unknown', path: '/nowhere', says: 'There is no such page', shows: 'h1' },
] as const;

/** A tablet, twice and four times magnified, and a very large screen. */
const OTHER_WIDTHS = [768, 640, 320, 3840];

const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 360 },
] as const;

describe.each(PAGES)('the $name page', ({ name, path, says, shows }) => {
  it('is sound in light and dark, on wide and narrow screens', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path,
    });
    await page.getByText(says).first().waitFor();
    await page.locator(shows).first().waitFor({ state: 'attached' });
    expect(await page.locator('h1').count()).toBe(1);
    for (const [place, { colorScheme, width }] of LOOKS.entries()) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await sideScroll(page)).toBe(0);
      // Colours and widths change nothing together that they do not change alone.
      if (place >= 2) continue;
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, `${name}-${colorScheme}-${width}`);
    }
    for (const width of OTHER_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await sideScroll(page)]).toEqual([width, 0]);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('names that are long or in other scripts', () => {
  it.each(['/', '/policies/names', '/decisions/names.1.1', '/audit/names'])(
    'fit a narrow screen on %s',
    async (path) => {
      const { page, close } = await openPage(browser, {
        address: service.address,
        path,
        width: 360,
      });
      await page.locator('.interval-dot, .sparkline, .check').first().waitFor();
      expect(await sideScroll(page)).toBe(0);
      const heights = await page
        .locator('.interval-name, .bar-name')
        .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
      // A name that is pressed to a column of letters is as tall as the window.
      expect(Math.max(0, ...heights)).toBeLessThan(250);
      await close();
    },
  );
});

describe('the page', () => {
  it.each(['/', '/policies/maize', '/decisions/maize.1.7'])(
    'does not jump while %s is loading',
    async (path) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${service.address}/#${path}`);
      await page.locator('.interval-dot, .sparkline').first().waitFor();
      expect(await layoutShift(page)).toBeLessThan(0.1);
      await context.close();
    },
  );

  it('weighs less than 100 kB compressed at its first paint', async () => {
    // A window of its own has nothing in its cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/v1/')) return;
      const size = async () => (await response.request().sizes()).responseBodySize;
      sizes.push(size());
    });
    await page.goto(service.address);
    await page.getByRole('link', { name: 'maize' }).waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(5_000);
    expect(total).toBeLessThan(100_000);
    await context.close();
  });

  it('keeps the chosen colours, whatever the system says', async () => {
    const { page, close } = await openPage(browser, { address: service.address });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByLabel('Colours').selectOption('dark');
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('link', { name: 'maize' }).waitFor();
    expect(await ground()).toBe(dark);
    await close();
  });

  it('asks for nothing from anywhere else', async () => {
    const { page, close } = await openPage(browser, {
      address: service.address,
      path: '/audit/maize',
    });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.reload();
    await page.getByText('The promise was kept').first().waitFor();
    expect([...origins]).toEqual([service.address]);
    await close();
  });
});

describe('the room there is', () => {
  const policy = (width: number) =>
    openPage(browser, { address: service.address, path: '/policies/maize', width });
  const top = async (place: { boundingBox(): Promise<{ y: number } | null> }) =>
    (await place.boundingBox())!.y;

  it('is two columns on a wide screen, and one on a laptop', async () => {
    const { page, close } = await policy(1800);
    await page.locator('.interval-dot').first().waitFor();
    const promise = page.getByRole('region', { name: 'Is the promise being kept?' });
    const reasons = page.getByRole('region', { name: 'Why it was decided so' });
    expect(await top(reasons)).toBe(await top(promise));
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await top(reasons)).toBeGreaterThan(await top(promise));
    await close();
  });

  it('shows the first decision on a phone, also with filters set', async () => {
    const { page, close } = await policy(390);
    const card = page.getByRole('region', { name: 'Decisions' });
    await card.locator('tbody tr').first().waitFor();
    await card.getByText('Filter', { exact: true }).click();
    await card.getByLabel('Chosen by').selectOption('baseline');
    await card.getByText('Filter: usual choice').click();
    expect(await card.getByLabel('Chosen by').isVisible()).toBe(false);
    const row = card.locator('tbody tr').first();
    expect((await top(row)) - (await top(card))).toBeLessThan(200);
    await close();
  });

  it('draws the time that is chosen, and the stretch that is marked', async () => {
    const { page, complaints, close } = await policy(1280);
    const place = page.locator('.budget-card .chart-legend-place');
    await page.getByText('decision 41').first().waitFor();
    await page.getByLabel('1 hour').check();
    await page.getByText('decision 41').first().waitFor();
    const plot = (await page.locator('.budget-card .u-over').boundingBox())!;
    await page.mouse.move(plot.x + 0.3 * plot.width, plot.y + 40);
    await page.mouse.down();
    await page.mouse.move(plot.x + 0.6 * plot.width, plot.y + 50, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Whole time' }).waitFor();
    await page.mouse.move(0, 0);
    await expect.poll(() => place.textContent()).toMatch(/^decision (2[3-6])$/);
    expect(await page.getByLabel('1 hour').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Whole time' }).click();
    await expect.poll(() => place.textContent()).toBe('decision 41');
    expect(complaints).toEqual([]);
    await close();
  });

  it('holds many policies at once', async () => {
    for (let number = 1; number <= 6; number++) await askOnce(service.client, `many-${number}`, 1);
    const { page, close } = await openPage(browser, { address: service.address, width: 1440 });
    const tiles = page.locator('.policy-tiles .policy-card');
    await tiles.nth(2).waitFor();
    expect(await top(tiles.nth(2))).toBe(await top(tiles.nth(0)));
    await page.locator('.policy-tiles .sparkline path[d^="M0"]').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await sideScroll(page)).toBe(0);
    await close();
  });
});
