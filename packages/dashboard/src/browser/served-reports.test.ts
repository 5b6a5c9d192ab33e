/**
 * Reports of a real service in a real browser: listed, opened by address, and told about where there are none.
 */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../../service/src/index.ts';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, sideScroll } from './testing/look.ts';
import { type OpenedPage, type OpenOptions, openPage } from './testing/open-page.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

const TEXT = `# Bandits, reproduced \\<b\\>

The promise was kept in every run.

## Figures

**Regret falls**

![It goes from 3 to 1.](figures/regret.png)

**Safety**

![It stays above zero.](figures/safety.png)

## Claims

Verdicts.

| claim | verdict | p |
| --- | --- | ---: |
| Regret is small | holds | 0.01 |
| Safe at once | does not hold | 0.6 |
`;

// A script in a picture must stay without effect.
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240" viewBox="0 0 640 240">
<script>document.title = 'broken'; fetch('/livez');</script>
<rect width="640" height="240" fill="#fff"/><path d="M20 20 C 200 200 400 210 620 215" fill="none" stroke="#225" stroke-width="3"/></svg>`;

let browser: Browser;
let assets: ReadonlyMap<string, Asset>;
let folder: string;
let service: TestService;

beforeAll(async () => {
  [assets, browser, folder] = await Promise.all([
    buildPage(),
    launchBrowser(),
    mkdtemp(path.join(os.tmpdir(), 'hedgerow-report-')),
  ]);
  await mkdir(path.join(folder, 'paper/figures'), { recursive: true });
  await writeFile(path.join(folder, 'paper/report.md'), TEXT);
  await writeFile(path.join(folder, 'paper/figures/regret.svg'), PICTURE);
  await mkdir(path.join(folder, 'earlier'));
  const earlier = path.join(folder, 'earlier/report.md');
  await writeFile(earlier, `# An earlier report with ${'a-very-'.repeat(20)}long name\n\nShort.`);
  await utimes(earlier, 1_777_886_000, 1_777_886_000);
  service = await startTestService({ assets, reports: folder });
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

function open(place: string, options: Partial<OpenOptions> = {}): Promise<OpenedPage> {
  return openPage(browser, { address: service.address, path: place, ...options });
}

const LOOKS = [
  { name: 'light', options: {} },
  { name: 'dark', options: { scheme: 'dark' } },
  { name: 'narrow', options: { width: 360 } },
  { name: 'narrow-dark', options: { width: 360, scheme: 'dark' } },
] as const;

describe('reports of the service', () => {
  it('stand first, the newest on top, with the picker below, and open by a link', async () => {
    const { page, complaints, close } = await open('/reports');
    const lines = page.locator('.served-reports > li');
    await lines.first().waitFor();
    expect(await lines.count()).toBe(2);
    expect(await lines.first().textContent()).toMatch(
      /^Bandits, reproduced <b>paper, made .+, one figure$/,
    );
    const headings = await page.locator('main h2').allTextContents();
    expect(headings).toEqual(['Reports of this service', 'Open a report', 'Make one']);
    await page.getByRole('link', { name: 'Bandits, reproduced' }).click();
    await page.getByRole('heading', { name: 'Bandits, reproduced <b>' }).waitFor();
    expect(page.url()).toBe(`${service.address}/#/reports/paper`);
    await page.getByRole('link', { name: 'All reports' }).click();
    await page.getByRole('heading', { name: 'Open a report' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('open by address, with tables and pictures in which no script runs', async () => {
    const { page, complaints, close } = await open('/reports/paper');
    await page.getByRole('heading', { name: 'Claims' }).waitFor();
    const image = page.getByAltText('It goes from 3 to 1.');
    await expect
      .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBe(640);
    await page.getByText('was not among the files. It shows: It stays above zero.').waitFor();
    expect(await page.locator('.report .badge-good').textContent()).toBe('holds');
    expect(await page.title()).toBe('Report · hedgerow');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(LOOKS)('are accessible and fit the window: $name', async ({ name, options }) => {
    const { page, go, close } = await open('/reports', options);
    await page.locator('.served-reports').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideScroll(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, `served-reports-${name}`);
    await go('/reports/paper');
    await page.getByRole('heading', { name: 'Claims' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideScroll(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, `served-report-${name}`);
    await close();
  });

  it.each(['nothing', 'not/an id'])('that do not exist are told so: %s', async (id) => {
    const { page, close } = await open(`/reports/${id}`);
    await page.getByText('The service cannot show this report').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'See every report it has' }).click();
    await page.locator('.served-reports').waitFor();
    await close();
  });
});

describe('a service without reports', () => {
  it('says how it gets some', async () => {
    const empty = await startTestService({ assets });
    const { page, close } = await open('/reports', { address: empty.address, width: 360 });
    await page.getByText('hedgerow serve --reports <folder>').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideScroll(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, 'served-reports-none');
    await close();
    await empty.close();
  });
});

describe('a service with keys', () => {
  it('asks for one, and shows pictures to whoever has it', async () => {
    const locked = await startTestService({ assets, reports: folder, needsKey: true });
    const { page, close } = await open('/reports/paper', { address: locked.address });
    await page.getByLabel('API key').fill(locked.apiKey!);
    await page.keyboard.press('Enter');
    await page.getByAltText('It goes from 3 to 1.').waitFor();
    await close();
    await locked.close();
  });
});
