/**
 * Starts the browser that comes with the development tools.
 *
 * It unpacks its own libraries only if it believes to run in a certain cloud, so that is what it is
 * told. In one process, as it would like, it ends when its first window closes. A graphics card that is played by
 * the processor takes as much time as everything else together, and no page needs one.
 */
import { type Browser, chromium } from 'playwright-core';

const UNWANTED =
  /^--(single-process|in-process-gpu|ignore-gpu-blocklist|use-gl|use-angle|enable-unsafe-swiftshader)/;

export async function launchBrowser(): Promise<Browser> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return await chromium.launch({
    executablePath: await packed.executablePath(),
    headless: true,
    args: [
      ...packed.args.filter((argument) => !UNWANTED.test(argument)),
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
