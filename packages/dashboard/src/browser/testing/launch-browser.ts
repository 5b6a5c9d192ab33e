/**
 * Starts the browser that comes with the development tools.
 *
 * It unpacks its own libraries only if it believes to run in a certain cloud, so that is what it is
 * told. In one process, as it would like, it ends when its first window closes.
 */
import { type Browser, chromium } from 'playwright-core';

export async function launchBrowser(): Promise<Browser> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return await chromium.launch({
    executablePath: await packed.executablePath(),
    headless: true,
    args: [
      ...packed.args.filter((argument) => argument !== '--single-process'),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
