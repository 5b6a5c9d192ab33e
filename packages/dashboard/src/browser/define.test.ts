/**
 * A policy made, changed, archived and restored in a real browser, on a real service.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, sideScroll } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
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

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

async function typePolicy(page: Page): Promise<void> {
  await fill(page, { 'Name of the policy': 'shop', 'Choices, one on each line': 'usual\nbold' });
  await page.getByLabel('Your usual choice').selectOption('usual');
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await fill(page, { 'Name of variable 1': 'rain', 'Usually from': '0' });
  await page.getByLabel('to', { exact: true }).fill('40');
  await fill(page, { 'The least a round can pay': '3', 'The most a round can pay': '11' });
  await page.getByLabel('A number', { exact: true }).check();
  await fill(page, { 'On average': '6' });
}

describe('a policy in the page', () => {
  it('is made, grows, starts a generation with a reason, is archived and restored', async () => {
    const { page, complaints, close, go } = await openPage(browser, {
      address: service.address,
      path: '/policies/new',
    });
    await page.getByRole('button', { name: 'Make this policy' }).click();
    await page.getByText('Name at least two choices').waitFor();
    await typePolicy(page);
    await page.getByText('the first one is tried in round').waitFor();
    await keepPicture(page, 'define-light');
    await page.getByLabel('On average', { exact: true }).fill('60');
    await page.getByText('[HR_INPUT_RANGE]').waitFor();
    await page.getByLabel('On average', { exact: true }).fill('6');
    await page.getByRole('button', { name: 'Make this policy' }).click();
    await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
    await service.client.decide('shop', { context: { rain: 12 } });

    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByLabel('Choices, one on each line').fill('usual\nbold\nbolder');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    await page.getByText('Nothing is lost').waitFor();
    await keepPicture(page, 'define-grows');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
    expect(await service.client.policy('shop')).toMatchObject({
      generation: 1,
      growth: { count: 1 },
      definition: { actions: ['usual', 'bold', 'bolder'] },
    });

    await go('/policies/shop/change');
    await page.getByLabel('The most a round can pay').fill('12');
    await page.getByRole('button', { name: 'See what it would do' }).click();
    const start = page.getByRole('button', { name: 'Start a new generation' });
    await start.click();
    await page.getByText('Say why; it is kept').waitFor();
    await page.getByLabel('Why (kept in the records)').fill('prices rose');
    await start.click();
    await page.getByRole('heading', { name: 'shop', exact: true }).waitFor();
    expect(await service.client.policy('shop')).toMatchObject({ generation: 2 });

    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    expect(await service.client.policies()).toEqual([]);
    await go('/');
    await page.getByText('Archived policies').click();
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Archive' }).waitFor();
    expect(await service.client.policies()).toMatchObject([{ id: 'shop' }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('fits a phone, %s, and axe finds nothing', async (scheme) => {
    const { page, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/new',
      width: 390,
      scheme,
    });
    await typePolicy(page);
    await page.getByText('the first one is tried in round').waitFor();
    expect(await sideScroll(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, `define-phone-${scheme}`);
    await close();
  });

  it('refuses a name that is taken, and erases a demonstration whole', async () => {
    const { definition } = await service.client.definition('shop');
    await service.client.define('made-up', { definition, demonstration: true });
    const { page, close, go } = await openPage(browser, {
      address: service.address,
      path: '/policies/new',
    });
    await typePolicy(page);
    await page.getByRole('button', { name: 'Make this policy' }).click();
    await page.getByText('There is a policy named shop already').waitFor();
    await go('/policies/made-up');
    await page.getByRole('button', { name: 'Erase demonstration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase demonstration' }).click();
    await page.getByRole('heading', { name: 'Your policies' }).waitFor();
    const left = await service.client.policies({ archived: true });
    expect(left.map(({ id }) => id)).toEqual(['shop']);
    await close();
  });
});
