import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { startServer, type Server } from './server.js';

/** A server with its console, and a page in a browser at which the administrator is signed in. */
export interface ConsolePage {
  readonly server: Server;
  readonly browser: TestBrowser;
  readonly page: Page;
  /** Of the console. */
  readonly origin: string;
  /** Opens a path of the console in the page. */
  readonly show: (path: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export async function openConsole(): Promise<ConsolePage> {
  const directory = await mkdtemp(join(tmpdir(), 'console-'));
  const [server, browser] = await Promise.all([
    startServer(['--ephemeral', '--console', '--console-port=0']),
    startBrowser(join(directory, 'browser')),
  ]);
  const [, link = ''] = await server.printed(/The console, once: (\S+)/);
  const { origin } = new URL(link);
  const page = await browser.open();
  await page.goto(link);
  await page.waitForSelector('::-p-text(Overview)');
  return {
    server,
    browser,
    page,
    origin,
    show: (path) => page.goto(`${origin}${path}`),
    async stop() {
      await browser.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Signs in by a token, where a page asks for it. */
export async function enterToken(page: Page, token: string): Promise<void> {
  await page.waitForSelector('textarea[name=token]');
  await page.$eval(
    'textarea[name=token]',
    (field, text) => ((field as unknown as { value: string }).value = text),
    token,
  );
  await page.click('button.primary');
}
