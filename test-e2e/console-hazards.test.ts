import assert from 'node:assert/strict';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { configMaps, serviceAccounts } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { clusterRoleBindings, clusterRoles } from '@pilothouse/client/rbac.js';
import type { Page } from 'puppeteer-core';
import { asker, type Ask } from './support/ask.js';
import { enterToken, openConsole, type ConsolePage } from './support/console-page.js';
import { describeWith } from './support/needs.js';
import type { Server } from './support/server.js';

const ATTACK = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const PAGES = '/apis/example.org/v1/namespaces/default/pages';

/** A kind with a column, a status and conditions that show what its objects say. */
const DEFINITION = {
  metadata: { name: 'pages.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'pages', kind: 'Page' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: 'Text', type: 'string', jsonPath: '.spec.text' }],
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Elements that a text must not become. */
const ACTIVE = 'main img, main script';

describeWith(['CHROMIUM'], 'the console and what its page cannot foresee', () => {
  let console: ConsolePage;
  let server: Server;
  let page: Page;
  let ask: Ask;
  before(async () => {
    console = await openConsole();
    ({ server, page } = console);
    ask = asker(httpsTransport(server.connection));
    await server.client.of(customResourceDefinitions).create(DEFINITION);
  });
  after(() => console.stop());
  afterEach(() => assert.deepEqual(console.browser.problems.splice(0), []));

  const show = (path: string): Promise<unknown> => console.show(path);
  const post = async (path: string, object: object): Promise<void> => {
    const { status, text } = await ask('POST', path, { body: JSON.stringify(object) });
    assert.equal(status, 201, text);
  };

  it('shows every text of objects, events and errors as text', async () => {
    const condition = { type: 'Ready', status: 'False', reason: 'Attack', message: ATTACK };
    await post(`${PAGES}?fieldManager=${encodeURIComponent(ATTACK.slice(0, 60))}`, {
      apiVersion: 'example.org/v1',
      kind: 'Page',
      metadata: { name: 'hostile', annotations: { 'example.org/text': ATTACK } },
      spec: { text: ATTACK, link: "javascript:document.title='owned'", [ATTACK]: ATTACK },
      status: { conditions: [{ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' }] },
    });
    const { uid } = (JSON.parse((await ask('GET', `${PAGES}/hostile`)).text) as { metadata: { uid: string } }).metadata;
    await post('/api/v1/namespaces/default/events', {
      metadata: { name: 'hostile.1' },
      involvedObject: { apiVersion: 'example.org/v1', kind: 'Page', namespace: 'default', name: 'hostile', uid },
      reason: ATTACK.slice(0, 100),
      message: ATTACK,
      type: 'Warning',
      source: { component: ATTACK },
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
    });
    const views: readonly (readonly [view: string, shown: string])[] = [
      ['', '.grid ::-p-text(onerror)'],
      ['/hostile', '.yaml ::-p-text(onerror)'],
      ['/hostile?tab=conditions', 'main ::-p-text(onerror)'],
      ['/hostile?tab=events', 'main ::-p-text(onerror)'],
      ['/hostile?tab=related', '.member'],
      ['/hostile?tab=history', '.versions'],
      ['/hostile?tab=edit', '.editor ::-p-text(onerror)'],
      [`?q=${encodeURIComponent(ATTACK)}`, '.mark-live'],
    ];
    for (const [view, shown] of views) {
      await show(`/view${PAGES}${view}`);
      await page.waitForSelector('.mark-live');
      await page.waitForSelector(shown);
      // The managers of fields, one of which has a hostile name.
      await (await page.$('.option input'))?.click();
      assert.deepEqual([view, await page.title()], [view, 'Pilothouse']);
      assert.deepEqual(await page.$$eval(ACTIVE, (all) => all.map(({ outerHTML }) => outerHTML)), [], view);
    }
  });

  it('shows an object of 1.4 MB, of which it draws the lines in view', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} ${'x'.repeat(55)}`);
    await post(PAGES, { apiVersion: 'example.org/v1', kind: 'Page', metadata: { name: 'large' }, spec: { lines } });
    await show(`/view${PAGES}/large`);
    await page.waitForSelector('.yaml ::-p-text(line 1 x)');
    assert.ok((await page.$$('.yaml-line')).length < 200);
    await page.$eval('.yaml', (element) => {
      const box = element as unknown as { scrollTop: number; scrollHeight: number };
      box.scrollTop = box.scrollHeight;
    });
    await page.waitForSelector('.yaml ::-p-text(line 19999 x)');
    await show(`/view${PAGES}/large?tab=edit`);
    await page.waitForSelector('.editor textarea');
  });

  it('lists every ten seconds for a user who may not watch', async () => {
    await server.client.of(clusterRoles).create({
      metadata: { name: 'lister' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }],
    });
    await server.client.of(clusterRoleBindings).create({
      metadata: { name: 'lister' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'lister' },
      subjects: [{ kind: 'ServiceAccount', name: 'lister', namespace: 'default' }],
    });
    const accounts = server.client.of(serviceAccounts).namespace('default');
    await accounts.create({ metadata: { name: 'lister' } });
    const { status } = await accounts.subresource('token').create('lister', { spec: { audiences: [] } });
    const other = await console.browser.openPrivate();
    await other.goto(`${console.origin}/view/api/v1/namespaces/default/configmaps`);
    await enterToken(other, status?.token ?? '');
    await other.waitForSelector('.mark-polling');
    await server.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'listed' } });
    await other.waitForSelector('.grid a::-p-text(listed)');
    await other.goto(`${console.origin}/view/api/v1/namespaces/default/secrets`);
    await other.waitForSelector('.mark-refused');
    await other.waitForSelector('[role=alert]::-p-text(cannot list resource "secrets")');
    await other.close();
  });

  it('asks for a sign-in above the view once another tab has signed out, and keeps what was typed', async () => {
    const first = await console.browser.openPrivate();
    const accounts = server.client.of(serviceAccounts).namespace('default');
    const { status } = await accounts.subresource('token').create('lister', { spec: { audiences: [] } });
    await first.goto(`${console.origin}/view/api/v1/namespaces/default/configmaps`);
    await enterToken(first, status?.token ?? '');
    await first.waitForSelector('.mark-polling');
    const tab = await first.browserContext().newPage();
    await tab.goto(`${console.origin}/view/api/v1/namespaces/default/configmaps`);
    await tab.waitForSelector('.mark-polling');
    await tab.type('.heading input', 'listed');
    await first.bringToFront();
    await first.click('button[aria-label="Sign out"]');
    await first.waitForSelector('textarea[name=token]');
    await tab.bringToFront();
    await tab.waitForSelector('.overlay textarea[name=token]');
    await enterToken(tab, status?.token ?? '');
    await tab.waitForFunction("document.querySelector('.overlay') === null");
    assert.equal(await tab.$eval('.heading input', (field) => (field as unknown as { value: string }).value), 'listed');
    await first.browserContext().close();
  });

  it('says that a kind is no longer served', async () => {
    await show(`/view${PAGES}`);
    await page.waitForSelector('.mark-live');
    await server.client.of(customResourceDefinitions).delete('pages.example.org');
    await page.waitForSelector('.mark-refused, .empty');
    await page.reload();
    await page.waitForSelector('.empty ::-p-text(does not serve this resource)');
  });
});
