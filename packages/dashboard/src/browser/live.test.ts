/**
 * The page follows what happens, and everything can be done with the keyboard alone.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
import { askOnce, playRounds } from './testing/play-rounds.ts';
import { startTestService, type TestService } from './testing/start-test-service.ts';

let browser: Browser;
let service: TestService;

beforeAll(async () => {
  const assets = await buildPage();
  [browser, service] = await Promise.all([launchBrowser(), startTestService({ assets })]);
  await playRounds(service.client, 'maize', 14);
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** Presses Tab until the element that is wanted has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return label ?? element?.textContent ?? '';
    });
    if (name.test(text)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

describe('the policy page', () => {
  it('shows a decision made by HTTP without being asked', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByText('Updates by itself').waitFor();
    const before = await page.locator('.decision-table tbody th').first().textContent();
    const { sequence } = await askOnce(service.client, 'maize');
    expect(String(sequence)).not.toBe(before);
    await page.locator('.decision-table tbody th', { hasText: String(sequence) }).waitFor();
    await page.getByRole('link', { name: `number ${sequence}` }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('says what the promise assumes of decisions that wait together, and so does a receipt', async () => {
    await askOnce(service.client, 'waiting');
    const { id } = await askOnce(service.client, 'waiting');
    for (const path of ['/policies/waiting', `/decisions/${id}`]) {
      const { page, complaints, close } = await openPage(browser, {
        address: service.address,
        path,
      });
      await page.getByText('has nothing in common').waitFor();
      expect(complaints).toEqual([]);
      await close();
    }
  });

  it('loads its parts once for many news, not once for each', async () => {
    const { page, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByText('Updates by itself').waitFor();
    await page.locator('.interval-dot').first().waitFor();
    let corridorCount = 0;
    page.on('request', (request) => {
      if (request.url().includes('/corridor')) corridorCount += 1;
    });
    const began = performance.now();
    await playRounds(service.client, 'maize', 15);
    const { sequence } = await askOnce(service.client, 'maize');
    await page.locator('.decision-table tbody th', { hasText: String(sequence) }).waitFor();
    const seconds = (performance.now() - began) / 1000;
    expect(corridorCount).toBeGreaterThan(0);
    expect(corridorCount).toBeLessThanOrEqual(Math.ceil(seconds) + 2);
    await close();
  });

  it('lists only what the filters let through', async () => {
    const { page, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByLabel('Chosen by').selectOption('learner');
    const badges = page.locator('.decision-table .badge');
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll('.decision-table .badge')];
      return all.length > 0 && all.every(({ textContent }) => textContent === 'hedgerow');
    });
    expect(await badges.count()).toBeGreaterThan(0);
    await close();
  });

  it('switches safe mode on only after asking, and off again', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByRole('button', { name: 'Switch safe mode on' }).click();
    expect((await service.client.policy('maize')).mode).toBe('live');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('Switch safe mode on');
    await page.getByRole('button', { name: 'Switch safe mode on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText(/Safe mode: every decision is “\w+”/).waitFor();
    expect((await service.client.policy('maize')).mode).toBe('safe-mode');
    await page.getByRole('button', { name: 'Switch safe mode off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click();
    await page.getByRole('button', { name: 'Switch safe mode on' }).waitFor();
    expect((await service.client.policy('maize')).mode).toBe('live');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the keyboard alone', () => {
  it('opens a policy, a decision, and reports its reward', async () => {
    const { id } = await askOnce(service.client, 'maize');
    const { page, complaints, close } = await openPage(browser, { address: service.address });
    await page.getByRole('link', { name: 'maize' }).waitFor();
    await tabTo(page, /^maize$/);
    await page.keyboard.press('Enter');
    await page.locator('.decision-table').waitFor();
    await tabTo(page, new RegExp(`^${id.split('.')[2]}$`));
    await page.keyboard.press('Enter');
    await page.getByText('Report the reward').waitFor();
    // The forecast is drawn when the definition has come, and with it the range of rewards.
    await page.locator('.density').first().waitFor();
    await tabTo(page, /What it paid/);
    await page.keyboard.type('99');
    await page.keyboard.press('Enter');
    await page.getByText('A round can pay 4 to 14; this is outside.').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('8,6');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect((await service.client.decision(id)).reward).toBeNull();
    await tabTo(page, /Yes, report it/);
    await page.keyboard.press('Enter');
    await page.getByText('It paid 8.6 t/ha.').waitFor();
    expect((await service.client.decision(id)).reward).toBe(8.6);
    expect(complaints).toEqual([]);
    await close();
  });

  it('skips to the content first', async () => {
    const { page, close } = await openPage(browser, { address: service.address });
    await page.getByRole('link', { name: 'maize' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, /./);
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    expect(await page.locator('h1').textContent()).toBe('Your policies');
    await close();
  });
});

describe('the way back', () => {
  it('leads to the same place: filters, scrolling, and the link that was followed', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByLabel('Chosen by').selectOption('baseline');
    await page.locator('.decision-table').waitFor();
    const link = page.locator('.decision-table tbody a').nth(1);
    await page.getByText('Updates by itself').waitFor();
    await link.scrollIntoViewIfNeeded();
    const address = await link.getAttribute('href');
    await link.click();
    await page.getByRole('heading', { name: /^Choose/ }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    const followed = page.locator(`.decision-table a[href="${address}"]`);
    await followed.and(page.locator(':focus')).waitFor();
    expect(await followed.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
      900,
    );
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(await page.getByLabel('Chosen by').inputValue()).toBe('baseline');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.locator('.policy-card').first().waitFor();
    await page.getByRole('link', { name: 'maize' }).click();
    await page.locator('.decision-table').waitFor();
    expect(await page.getByLabel('Chosen by').inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the decision page', () => {
  it('lets one say that a decision did not take place, after asking', async () => {
    const { id } = await askOnce(service.client, 'maize');
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: `/decisions/${id}`,
    });
    const stateOf = async () => (await service.client.decision(id)).state;
    await page.getByRole('button', { name: 'It did not take place' }).click();
    const dialog = page.getByRole('dialog', { name: `Did ${id} not take place?` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf()).toBe('issued');
    await page.getByRole('button', { name: 'It did not take place' }).click();
    await dialog.getByLabel('In your own words').fill('hail');
    // Nothing is chosen beforehand.
    const done = dialog.getByRole('button', { name: 'It did not take place' });
    expect(await done.isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'Something unrelated' }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await done.click();
    await page.getByText('The round did not take place, so it does not count.').waitFor();
    await page.getByText('“hail”').waitFor();
    expect(await stateOf()).toBe('void');
    expect(await page.getByLabel('What it paid').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('corrects a reward and keeps both in sight', async () => {
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      path: '/decisions/maize.1.2',
    });
    await page.getByLabel('What it really paid').fill('7.25');
    await page.getByRole('button', { name: 'Correct it' }).click();
    await page.getByText('Say why it is corrected.').waitFor();
    await page.getByLabel('Why it is corrected').fill('misread scale');
    await page.getByRole('button', { name: 'Correct it' }).click();
    await page.getByRole('button', { name: 'Yes, correct it' }).click();
    await page.getByText(/Corrected from .* to 7.25/).waitFor();
    await page.getByText('“misread scale”').waitFor();
    expect((await service.client.decision('maize.1.2')).reward).toBe(7.25);
    expect(complaints).toEqual([]);
    await close();
  });
});
