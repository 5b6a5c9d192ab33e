/**
 * The whole road of a season in a real browser, once on a wide and once on a narrow screen: a farm is made,
 * its fields are pasted, a season is planned, committed, printed and harvested, and the next one is
 * offered.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepFile, keepPicture, sideScroll } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
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

const FIELDS = `field;hectares;farm;region;clay
Brook;24;Hill Farm;IA;30
Chapel;12,5;Hill Farm;IA;22
Long Acre;18;Mill Farm;Nowhere;`;

/** A whole season is long, and a machine with other work takes its time. */
const PATIENCE_MS = 180_000;

/** Nothing sticks out, nothing is hidden from a screen reader: light on wide screens, dark on narrow. */
async function look(page: Page, name: string, width: number): Promise<void> {
  const colorScheme = width > 1000 ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  await keepPicture(page, `farm-${name}-${colorScheme}-${width}`);
  expect(await sideScroll(page), name).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page), name).toEqual([]);
}

/** Prints as the button does, keeps the pages, and returns how many there are. */
async function printedPages(page: Page, name: string): Promise<number> {
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await keepFile(`${name}.pdf`, printed);
  return printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** A farm that starts from the trials that come with the page, or from nothing. */
async function chooseHybrids(page: Page, hasTrials: boolean): Promise<void> {
  if (!hasTrials) {
    for (const [index, hybrid] of ['Own', 'Ada', 'Bly'].entries()) {
      await page.getByRole('button', { name: 'Add a hybrid' }).click();
      await page.getByLabel(`Name of hybrid ${index + 1}`).fill(hybrid);
    }
    await page.getByLabel('The hybrid you grow today').selectOption('Own');
    return;
  }
  await page.getByLabel('Maize trials that come with it').check();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByText('24 of 24 chosen').waitFor();
  await page.getByRole('button', { name: 'Add a hybrid' }).click();
  await page.getByLabel('Name of hybrid 1').fill('Newcomer');
  await page.getByLabel('The hybrid you grow today').selectOption('B73/MO17');
}

/** Pasted, or opened as a file that a spreadsheet saved in the code page of its computer. */
async function enterFields(page: Page, isFile: boolean): Promise<void> {
  if (!isFile) return await page.getByLabel('Table of fields').fill(FIELDS);
  const file = { name: 'fields.csv', mimeType: 'text/csv', buffer: Buffer.from(FIELDS, 'latin1') };
  await page.getByLabel('Or open a CSV file').setInputFiles(file);
}

/** What is shown belongs to what stands above it, or is greyed and cannot be committed. */
async function changeWeather(page: Page): Promise<void> {
  await page.getByLabel('Numbers').check();
  const mean = page.getByLabel('Mean').first();
  await mean.fill('');
  await page.locator('.outdated').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Commit this plan' }).count()).toBe(0);
  await mean.fill('6');
  await page.getByText('No trial was ever this cold').first().waitFor();
  expect(await page.locator('.outdated').count()).toBe(0);
  await page.getByLabel('Usual weather').check();
  await page.getByText('No trial was ever this cold').first().waitFor({ state: 'detached' });
}

async function makeFarm(page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: /^(New farm|Make a farm)/ })
    .first()
    .click();
  await page.getByLabel('Name of the farm').fill(name);
  await page.getByLabel('About how many fields').fill('3');
  await page.getByLabel('A usual field (ha)').fill('18');
  await chooseHybrids(page, name === 'wide');
  await page.getByLabel('Blocks a field').fill('2');
  await page.getByLabel('At most (t/ha)').fill('4');
  await page.getByLabel('About (t/ha)').fill('0,6');
  await page.getByRole('button', { name: 'Make this farm' }).click();
  await page.getByText('Something above is missing or wrong.').waitFor();
  await page.getByLabel('Least (t/ha)').last().fill('2');
  await page.getByLabel('Most (t/ha)').last().fill('16');
  await page.getByText(/15% of each field may be tried/).waitFor();
}

describe.each([
  { width: 1280, name: 'wide' },
  { width: 390, name: 'narrow' },
])('a season at $width px', { timeout: PATIENCE_MS }, ({ width, name }) => {
  it('leads from an empty farm to the next season', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/farm',
      width,
    });
    await makeFarm(page, name);
    await look(page, 'new', width);
    await page.getByRole('button', { name: 'Make this farm' }).click();
    await page.getByLabel('Table of fields').fill('Stück;Bemerkung\nBrook;24');
    await page.getByLabel('Stück').selectOption('field');
    await page.getByLabel('Bemerkung').selectOption('area');
    await page.getByRole('button', { name: /^Keep .*1 field$/ }).waitFor();
    await enterFields(page, name === 'narrow');
    await page.getByRole('button', { name: 'Keep 3 fields' }).waitFor();
    expect((await service.client.subjects(name)).subjects).toEqual([]);
    await look(page, 'fields-read', width);
    await page.getByRole('button', { name: 'Keep 3 fields' }).click();
    await page.getByRole('heading', { name: /3 fields, 54.5/ }).waitFor();
    await look(page, 'fields', width);
    const { subjects } = await service.client.subjects(name);
    expect(subjects[1]).toMatchObject({ name: 'Chapel', size: 12.5, site: 'Hill Farm', blocks: 2 });

    await page.getByRole('link', { name: /^Plan 2/ }).click();
    await page.getByText(/try something new in 2/).waitFor();
    await page.getByText('“At its very worst”').waitFor();
    await look(page, 'plan', width);
    if (name === 'wide') await changeWeather(page);
    expect((await service.client.policy(name)).counts.decisions).toBe(0);
    await page.getByRole('button', { name: 'Commit this plan' }).click();
    await page.getByRole('button', { name: 'Commit it' }).click();

    await page.locator('.sheet').nth(3).waitFor();
    expect(await page.locator('.strips-picture').count()).toBe(6);
    await look(page, 'sheet', width);
    expect(await printedPages(page, `farm-sheet-${width}`)).toBe(4);

    await page.getByRole('link', { name: 'After harvest: enter it' }).click();
    const season = (await page.locator('h2', { hasText: 'are in' }).textContent()) ?? '';
    expect(season).toBe('0 of 6 are in');
    await page.getByText('A table to fill in').click();
    const template = (await page.locator('.copy-text code').textContent()) ?? '';
    const filled = template
      .split('\n')
      .map((line, at) => (at === 0 ? line : `${line}${line.includes('\ttry\t') ? '9.6' : '8.7'}`));
    await page.getByLabel('Table of the harvest').fill(filled.join('\n'));
    await page.getByRole('button', { name: 'Fill in 12 lines' }).click();
    await look(page, 'harvest', width);
    await page.getByLabel('Try of Brook, block 1').fill('99');
    await page.getByRole('button', { name: /^Send the harvest/ }).click();
    await page.getByText('It was declared that yields are from 2 to 16.').waitFor();
    await page.getByLabel('Try of Brook, block 1').fill('9,1');
    await page.getByRole('button', { name: /^Send the harvest/ }).click();
    await page.getByText('6 harvests taken in').waitFor();

    await page.getByRole('link', { name: 'See what was learnt' }).click();
    await page.getByText(/The tries brought/).waitFor();
    await page.getByText(/may try something new:/).waitFor();
    await look(page, 'results', width);
    await page.getByRole('link', { name: name, exact: true }).click();
    await page.getByRole('heading', { name: '1 season so far' }).waitFor();
    await look(page, 'home', width);
    await page
      .getByRole('link', { name: /^Plan 2/ })
      .last()
      .click();
    await page.getByText(/try something new in 2/).waitFor();
    await page.getByRole('link', { name: name, exact: true }).click();
    await page.getByRole('button', { name: 'Archive this farm' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive this farm' }).click();
    await page.getByRole('heading', { name: 'A farm of your own' }).waitFor();
    expect((await service.client.policy(name)).archivedAt).toBeDefined();
    expect(complaints).toEqual([]);
    await close();
  });
});
