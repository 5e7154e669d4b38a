import { launch, type Browser, type Page } from 'puppeteer-core';
import { toolPath } from './needs.js';

/** Chromium without a window. `problems`: what its pages reported as errors. */
export interface TestBrowser {
  readonly open: () => Promise<Page>;
  /** A page with cookies of its own. */
  readonly openPrivate: () => Promise<Page>;
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** Starts a browser. Each page shares its cookies. Files of the browser go to `directory`. */
export async function startBrowser(directory: string): Promise<TestBrowser> {
  const browser: Browser = await launch({
    executablePath: toolPath('CHROMIUM'),
    userDataDir: directory,
    // Containers run tests as root, and have little shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    // Test servers have certificates of their own authorities.
    acceptInsecureCerts: true,
  });
  const problems: string[] = [];
  const observed = (page: Page): Page => {
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      // A failed request is not an error of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text());
    });
    return page;
  };
  return {
    open: async () => observed(await browser.newPage()),
    openPrivate: async () => observed(await (await browser.createBrowserContext()).newPage()),
    problems,
    close: () => browser.close(),
  };
}
