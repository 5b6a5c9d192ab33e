/**
 * A divided decision in a real browser: its parts are seen and heard, the harvest of the try is entered
 * when it comes, that of the check later, and a mistake is corrected.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, sideScroll } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
import { askDivided } from './testing/play-rounds.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  const assets = await buildPage();
  [browser, service] = await Promise.all([launchBrowser(), startTestService({ assets })]);
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

async function openDecision(id: string) {
  const opened = await openPage(browser, { address: service.address, path: `/decisions/${id}` });
  await opened.page.getByRole('heading', { name: 'Parts', exact: true }).waitFor();
  // The unit of sizes comes with the definition.
  await opened.page.locator('.decision-facts', { hasText: '4 ha' }).waitFor();
  return opened;
}

describe('a divided decision', () => {
  it('shows its parts in light and dark, on wide and narrow screens', async () => {
    const { id, parts } = await askDivided(service.client, 'looks', 'north');
    const [tried, check] = parts!;
    expect([tried?.role, check?.role]).toEqual(['try', 'check']);
    const { page, complaints, close } = await openDecision(id);
    await page.getByText('drawn at random').waitFor();
    expect(await page.locator('.decision-facts').textContent()).toMatch(/north.*season 2027/);
    const filled = await page.locator('.strip-bar .strip-try').allTextContents();
    expect(filled.map(Number)).toEqual(tried!.strips);
    expect(await page.locator('.strip-bar .strip').count()).toBe(20);
    await page.getByRole('img', { name: /^Strips: try of .*; check of local on / }).waitFor();
    const row = page.getByRole('row', { name: /^Try/ });
    expect(await row.textContent()).toContain('25%');
    expect(await row.textContent()).toContain('1\u00a0ha');
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await sideScroll(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, `divided-${colorScheme}-${width}`);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('stands on the page of its policy with size and site, and each site with its budget', async () => {
    for (const site of ['north', 'south']) await askDivided(service.client, 'sites', site);
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/sites',
    });
    const sites = page.getByRole('region', { name: 'Sites' }).locator('tbody th');
    await sites.nth(1).waitFor();
    expect((await sites.allTextContents()).toSorted()).toEqual(['north', 'south']);
    await page.getByText('on 25% · 4 ha · south').waitFor();
    await page.getByText('total in the weather that came').waitFor();
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await sideScroll(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await keepPicture(page, `sites-${colorScheme}-${width}`);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes the harvest of the try, later that of the check, and corrections', async () => {
    const { id } = await askDivided(service.client, 'harvest', 'north');
    const known = async () => (await service.client.decision(id)).partRewards;
    const { page, complaints, close } = await openDecision(id);
    const tried = page.getByLabel(/What the try, .*, paid/);
    await page.getByRole('button', { name: 'Report it' }).click();
    await page.getByText('for at least one part').waitFor();
    await tried.fill('99');
    await page.getByRole('button', { name: 'Report it' }).click();
    await page.getByText('A round can pay 0 to 20; this is outside.').waitFor();
    await tried.fill('10,4');
    await page.getByRole('button', { name: 'Report it' }).click();
    expect(await known()).toMatchObject({ try: null, check: null });
    await page.getByRole('button', { name: 'Yes, report it' }).click();
    await page.getByText('Of its parts, the try paid 10.4 t/ha, the check is awaited.').waitFor();
    expect(await known()).toMatchObject({ try: 10.4, check: null });
    expect(await tried.count()).toBe(0);
    await page.getByLabel(/What the check, .*, paid/).fill('8');
    await page.getByRole('button', { name: 'Report it' }).click();
    await page.getByRole('button', { name: 'Yes, report it' }).click();
    await page.getByText('It paid 8.6 t/ha. Of its parts').waitFor();
    await page.getByLabel(/What the check, .*, really paid/).fill('7');
    await page.getByRole('button', { name: 'Correct it' }).click();
    await page.getByText('Say why it is corrected.').waitFor();
    await page.getByLabel('Why it is corrected').fill('wrong scale');
    await page.getByRole('button', { name: 'Correct it' }).click();
    await page.getByText('the check is corrected from 8 t/ha to 7 t/ha').waitFor();
    await page.getByRole('button', { name: 'Yes, correct it' }).click();
    await page.getByText('It paid 7.85 t/ha, as corrected.').waitFor();
    expect(await known()).toMatchObject({ try: 10.4, check: 7 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'divided-harvest');
    expect(complaints).toEqual([]);
    await close();
  });
});
