/**
 * When something is wrong the page says what, and what to do: nothing there yet, a key is needed, the
 * service is away, the thing is unknown.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../../service/src/index.ts';
import { buildPage } from './testing/build-page.ts';
import { launchBrowser } from './testing/launch-browser.ts';
import { accessibilityFaults, keepPicture, sideScroll } from './testing/look.ts';
import { openPage } from './testing/open-page.ts';
import { playRounds } from './testing/play-rounds.ts';
import { startTestService } from './testing/start-test-service.ts';

let browser: Browser;
let assets: ReadonlyMap<string, Asset>;

beforeAll(async () => {
  [browser, assets] = await Promise.all([launchBrowser(), buildPage()]);
});

afterAll(async () => {
  await browser?.close();
});

// Each has a service and a window of its own, and most of the time is spent waiting.
describe.concurrent('the page of a service', () => {
  it('without policies tells how to make one, and shows it when it is made', async () => {
    const service = await startTestService({ assets });
    const { page, complaints, close } = await openPage(browser, {
      address: service.address,
      width: 360,
    });
    await page.getByText('No policy yet').waitFor();
    expect(await page.locator('pre').textContent()).toContain(service.address);
    expect(await sideScroll(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'no-policy-light-360');
    await playRounds(service.client, 'maize', 1);
    await page.getByRole('link', { name: 'maize' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
    await service.close();
  });

  it('that asks for a key takes it, and keeps it out of addresses', async () => {
    const service = await startTestService({ assets, needsKey: true });
    await playRounds(service.client, 'maize', 3);
    const { page, close, go } = await openPage(browser, { address: service.address });
    await page.getByText('The service asks for an API key').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'key-light-1280');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.getByLabel('API key').fill('hk_wrong');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('The service refuses this API key').waitFor();
    await page.getByLabel('API key').fill(service.apiKey!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('link', { name: 'maize' }).waitFor();
    await go('/policies/maize');
    await page.getByText('Updates by itself').waitFor();
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => address.includes('hk_'))).toEqual([]);
    await close();
    await service.close();
  });

  it('that goes away says so, keeps what was seen, and recovers by itself', async () => {
    const service = await startTestService({ assets });
    await playRounds(service.client, 'maize', 3);
    const { page, close } = await openPage(browser, {
      address: service.address,
      path: '/policies/maize',
    });
    await page.getByText('Updates by itself').waitFor();
    await service.pause();
    await page.getByText('The service does not answer').waitFor();
    await page.getByText('Service is away').waitFor();
    expect(await page.locator('h1').textContent()).toBe('maize');
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepPicture(page, 'away-light-1280');
    await service.resume();
    await page.getByText('The service does not answer').waitFor({ state: 'detached' });
    await playRounds(service.client, 'maize', 1);
    await page.locator('.decision-table tbody th', { hasText: '4' }).waitFor();
    await close();
    await service.close();
  });

  it('that does not know a policy or a decision says so', async () => {
    const service = await startTestService({ assets });
    const { page, close, go } = await openPage(browser, {
      address: service.address,
      path: '/policies/nothing',
    });
    await page.getByText('The service does not know the policy nothing').waitFor();
    await go('/decisions/nothing.1.1');
    await page.getByText('The service does not know the decision nothing.1.1').waitFor();
    await go('/audit/nothing');
    await page.getByText('The service does not know the policy nothing').waitFor();
    await close();
    await service.close();
  });
});
