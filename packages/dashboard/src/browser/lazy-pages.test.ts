/**
 * The playground and the reports in a real browser, on a real service, under its content policy.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { reproducePaper } from '@hedgerow/lab';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeArchive } from '../reports/testing/make-archive.ts';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, sideScroll } from './testing/look.ts';
import { type OpenedPage, type OpenOptions, openPage } from './testing/open-page.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  const [assets, launched] = await Promise.all([buildPage(), launchBrowser()]);
  browser = launched;
  service = await startTestService({ assets });
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const NARROW = { width: 360 } as const;
const NARROW_DARK = { width: 360, scheme: 'dark' } as const;

function open(path: string, options: Partial<OpenOptions> = {}): Promise<OpenedPage> {
  return openPage(browser, { address: service.address, path, ...options });
}

/** Returns every request from now on. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

describe('the playground', () => {
  const finished = (page: Page) => page.getByText('rounds are played').waitFor();
  const headline = (page: Page) => page.locator('.verdict .sentence').textContent();

  it('plays a run to its end, with a verdict, and asks no server for it', async () => {
    const { page, complaints, close } = await open('/playground');
    const requests = requestsOf(page);
    await page.getByRole('button', { name: 'Start' }).click();
    await finished(page);
    expect(await headline(page)).toBe(
      'The paper’s rule fell below the promised floor in 6 of 20 runs; hedge in none.',
    );
    expect(await page.locator('.margin-broken').count()).toBe(6);
    expect(await page.locator('.margin-line').count()).toBe(40);
    const asked = requests.filter(
      (one) => one.method() !== 'GET' || /decisions|preview/.test(one.url()),
    );
    expect(asked).toEqual([]);
    expect(page.workers()).toEqual([]);
    await keepPicture(page, 'playground-light');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is shared by its address: whoever opens it sees the same run', async () => {
    const settings =
      'world=paper&strategies=hedge,contextUcb&shortfall=0.1&rounds=120&trials=8&seed=3';
    const { page, close } = await open(`/playground?${settings}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await finished(page);
    const seen = await page.locator('.result-table tbody').textContent();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Whoever opens it sees the same run').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(
      `${service.address}/#/playground?world=paper&strategies=hedge,contextUcb&shortfall=0.1&failure=0.01&noise=0.1&spread=1&rounds=120&trials=8&seed=3`,
    );
    const other = await open(link.slice(link.indexOf('#') + 1));
    await finished(other.page);
    expect(await other.page.locator('.result-table tbody').textContent()).toBe(seen);
    await other.close();
    await close();
  });

  it('keeps the address up with the settings, and falls back where an address is wrong', async () => {
    const { page, close } = await open('/playground?trials=4000&rounds=50');
    await page.getByText('“trials” must be a whole number from 1 to 50').waitFor();
    await finished(page);
    await page.getByLabel('Learning without a promise').check();
    expect(page.url()).toContain('strategies=conservativeContextUcb,hedge,contextUcb&');
    expect(page.url()).toContain('rounds=50&trials=20');
    await page.getByText('The settings have changed since this run').waitFor();
    await page.getByText('More settings').click();
    // The panel is as tall as what is in it: nothing is cut.
    expect(
      await page
        .locator('.playground > .card')
        .evaluate((panel) => panel.scrollHeight - panel.clientHeight),
    ).toBe(0);
    await page.getByLabel('Rounds', { exact: true }).fill('7');
    await page.getByText('Must be a whole number from 10 to 5000.').waitFor();
    expect(await page.getByRole('button', { name: 'Restart' }).isDisabled()).toBe(true);
    await close();
  });

  it('can be paused, resumed and stopped, and ends its worker with the page', async () => {
    const { page, close, go } = await open('/reports');
    // Only with motion does a run take its time.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await go('/playground?rounds=2000&trials=4');
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = page.getByText('Paused at round');
    const place = (await paused.textContent()) ?? '';
    await expect.poll(() => page.workers().length).toBe(1);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Playing round').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await paused.filter({ hasNotText: place }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped at round').waitFor();
    // The browser tells of its end in its own time.
    await expect.poll(() => page.workers()).toEqual([]);
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByText('Playing round').waitFor();
    await expect.poll(() => page.workers().length).toBe(1);
    await page.getByRole('link', { name: 'Reports' }).click();
    await expect.poll(() => page.workers()).toEqual([]);
    await close();
  });

  it('fits a small screen in the dark', async () => {
    const { page, close } = await open('/playground?rounds=60&trials=5', NARROW_DARK);
    await finished(page);
    expect(await sideScroll(page)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'playground-dark-360');
    await close();
  });
});

describe('the reports page', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-report-'));
    const size = {
      rounds: 40,
      trials: 2,
      seed: 1,
      stressRounds: 20,
      stressTrials: 2,
      longRounds: 40,
      longTrials: 2,
    };
    const command = 'npm run reproduce -- --quick --output my-report';
    await reproducePaper({ folder: path.join(folder, 'paper'), size, command, workerCount: 1 });
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('opens the folder of a reproduction and shows every figure and table', async () => {
    const { page, complaints, close } = await open('/reports');
    const requests = requestsOf(page);
    await page.getByText('npm run reproduce -- --quick --output my-report').waitFor();
    // The list of the service's own reports is loaded by then.
    await page.getByText('There are none yet.').waitFor();
    const before = requests.length;
    await page.getByLabel('Folder of a report').setInputFiles(path.join(folder, 'paper'));
    await page.getByRole('heading', { name: 'Claims and verdicts' }).waitFor();
    const widths = await page
      .locator('.report img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    expect(widths).toHaveLength(10);
    expect(Math.min(...widths)).toBeGreaterThan(100);
    expect(await page.locator('.report table').count()).toBeGreaterThan(3);
    expect(await page.locator('.report .badge-bad').count()).toBeGreaterThan(0);
    const sent = requests.slice(before).filter((one) => !one.url().startsWith('data:'));
    expect(sent.map((one) => one.url())).toEqual([]);
    await keepPicture(page, 'reports-light');
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens an archive, shows markup as words, and says what is missing', async () => {
    const text =
      '# <b>Made</b>\n\nShort.\n\n## Part\n\n**A title**\n\n![It rises.](figures/a.png)\n\nA table.\n\n| a | b |\n| --- | ---: |\n| holds | 1 |\n';
    const archive = path.join(folder, 'made.zip');
    await writeFile(archive, makeArchive([{ name: 'made/report.md', text }]));
    const { page, close } = await open('/reports', NARROW);
    await page.getByLabel('Or its files').setInputFiles(archive);
    await page.getByRole('heading', { name: '<b>Made</b>' }).waitFor();
    await page.getByText('was not among the files. It shows: It rises.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sideScroll(page)).toBeLessThanOrEqual(0);
    await close();
  });

  it('tells what to do with files that are no report', async () => {
    const other = path.join(folder, 'other');
    await mkdir(other);
    await writeFile(path.join(other, 'report.html'), '<!doctype html>');
    await writeFile(path.join(other, 'broken.zip'), 'no archive');
    const { page, close } = await open('/reports');
    const input = page.getByLabel('Or its files');
    await input.setInputFiles(path.join(other, 'report.html'));
    await page.getByText('An HTML report is a page by itself').waitFor();
    await input.setInputFiles(path.join(other, 'broken.zip'));
    await page.getByText('is not a ZIP archive').waitFor();
    await close();
  });
});
