import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import { createOpenId } from '@pilothouse/console/sign-in/openid.js';
import { RejectedError } from '@pilothouse/console/sign-in/strategy.js';
import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/free-port.js';
import { startIdentityProvider, type IdentityProvider } from './support/identity-provider.js';
import { describeWith } from './support/needs.js';
import { runCommand, startServer, type Command, type Server } from './support/server.js';

/** The console renews tokens a minute before they expire: this one after two seconds. */
const ID_TOKEN_LIFETIME = 62;

describeWith(['CHROMIUM'], 'signing in to the console by OpenID Connect', () => {
  let directory: string;
  let provider: IdentityProvider;
  let server: Server;
  let console: Command;
  let browser: TestBrowser;
  let page: Page;
  let origin = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'console-'));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider({
      redirectUri: `${origin}/sign-in/callback`,
      idTokenLifetime: ID_TOKEN_LIFETIME,
    });
    const [ca, providerCa, secret] = ['api.crt', 'provider.crt', 'secret'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(providerCa, provider.caPem);
    await writeFile(secret, 'not so secret\n');
    server = await startServer([
      '--ephemeral',
      `--oidc-issuer-url=${provider.issuer}`,
      `--oidc-client-id=${provider.clientId}`,
      `--oidc-ca-file=${providerCa}`,
      '--oidc-username-prefix=oidc:',
    ]);
    await writeFile(ca, server.connection.caPem ?? '');
    await server.client.of(clusterRoleBindings).create({
      metadata: { name: 'ada' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'oidc:ada' }],
    });
    console = runCommand([
      'console',
      `--server=${server.url}`,
      `--certificate-authority=${ca}`,
      `--secure-port=${port}`,
      '--metrics-bind-address=0',
      `--oidc-issuer-url=${provider.issuer}`,
      `--oidc-client-id=${provider.clientId}`,
      `--oidc-client-secret-file=${secret}`,
      `--oidc-ca-file=${providerCa}`,
    ]);
    await console.printed(/The console is ready/);
    browser = await startBrowser(join(directory, 'browser'));
    page = await browser.open();
  });
  after(async () => {
    await browser.close();
    console.kill('SIGTERM');
    assert.equal((await console.exited).code, 0);
    await server.stop();
    await provider.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const VIEW = '/view/api/v1/namespaces/default/configmaps';
  const OFFER = 'a.button.primary';
  async function signIn(): Promise<void> {
    await (await page.waitForSelector(OFFER))?.click();
    await enterName(page);
  }
  async function enterName(at: Page): Promise<void> {
    await at.waitForSelector('input[name=login]');
    await at.type('input[name=login]', 'ada');
    await at.type('input[name=password]', 'any');
    await Promise.all([at.waitForNavigation(), at.click('button[type=submit]')]);
    const consent = await at.$('::-p-text(Continue)');
    if (consent !== null) await consent.click();
  }

  it('sends the browser to the provider, and back to the view', async () => {
    await page.goto(`${origin}${VIEW}`);
    await signIn();
    await page.waitForSelector('.mark-live');
    assert.equal(page.url(), `${origin}${VIEW}`);
    assert.equal(await page.$eval('.user', ({ textContent }) => textContent), 'oidc:ada');
    for (const { httpOnly, sameSite } of await page.cookies()) assert.deepEqual([httpOnly, sameSite], [true, 'Lax']);
  });

  it('renews the token before it expires, again and again', async () => {
    const before = provider.issued();
    await eventually(async () => {
      await page.reload();
      await page.waitForSelector('.mark-live');
      return provider.issued() > before + 1;
    });
  });

  it('rejects an answer of the provider that this browser did not ask for', async () => {
    const other = await browser.openPrivate();
    for (const query of ['code=x&state=y', 'error=access_denied&state=y', '']) {
      await other.goto(`${origin}/sign-in/callback?${query}`);
      await other.waitForSelector('::-p-text(was not accepted)');
    }
    // With a sign-in under way, the state must be its own.
    await (await other.waitForSelector(OFFER))?.click();
    await other.waitForSelector('input[name=login]');
    await other.goto(`${origin}/sign-in/callback?code=x&state=y`);
    await other.waitForSelector('::-p-text(was not accepted)');
    await other.goto(`${origin}/sign-in/openid?to=//evil.example`);
    assert.ok(other.url().startsWith(provider.issuer));
    await other.close();
  });

  it('rejects an ID token that the provider issued for another sign-in', async () => {
    const openId = createOpenId({
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: () => 'not so secret',
      caPem: () => provider.caPem,
      scopes: ['openid'],
      redirectUri: `${origin}/sign-in/callback`,
      signedOutUri: `${origin}/`,
      grantOf: async (token) => ({ type: 'token', user: 'ada', token }),
      now: Date.now,
    });
    const { url, pending } = await openId.begin();
    const other = await browser.openPrivate();
    const answer = other.waitForRequest((request) => request.url().startsWith(`${origin}/sign-in/callback`));
    await other.goto(url.href);
    await enterName(other);
    const { searchParams } = new URL((await answer).url());
    const rejected = openId.finish(searchParams, { ...pending, nonce: 'of another sign-in' });
    await assert.rejects(rejected, (error: Error) => {
      assert.match(inspect(error), /"nonce"/);
      return error instanceof RejectedError;
    });
    await other.close();
  });

  it('signs out at the provider too', async () => {
    await page.bringToFront();
    await page.goto(`${origin}${VIEW}`);
    await (await page.waitForSelector('button[aria-label="Sign out"]'))?.click();
    await (await page.waitForSelector('button[value=yes]'))?.click();
    await page.waitForSelector(OFFER);
    assert.equal(page.url(), `${origin}/`);
    await page.click(OFFER);
    await page.waitForSelector('input[name=login]');
  });
});
