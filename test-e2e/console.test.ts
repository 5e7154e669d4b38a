import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configMaps, serviceAccounts } from '@pilothouse/client/core.js';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { startBrowser } from './support/browser.js';
import { enterToken, openConsole, type ConsolePage } from './support/console-page.js';
import { freePort } from './support/free-port.js';
import { describeWith } from './support/needs.js';
import { runCommand, startServer, type Server } from './support/server.js';

/** The rules of WCAG 2.2 AA, and best practices. Animations are over or change nothing that is checked. */
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 300) + ' ' + failureSummary)))`;

describeWith(['CHROMIUM'], 'the console beside a server', () => {
  let console: ConsolePage;
  let server: Server;
  let page: Page;
  let origin = '';
  before(async () => {
    console = await openConsole();
    ({ server, page, origin } = console);
  });
  after(() => console.stop());
  afterEach(() => assert.deepEqual(console.browser.problems.splice(0), []));

  const maps = () => server.client.of(configMaps).namespace('default');
  const show = (path: string): Promise<unknown> => console.show(path);
  const text = (selector: string): Promise<string | null | undefined> =>
    page.$eval(selector, ({ textContent }) => textContent);

  it('prints the next link once one was used', async () => {
    const [, next = ''] = await server.printed(/The link of the console was used\. The next one: (\S+)/);
    assert.ok(next.startsWith(`${origin}/sign-in#`));
  });

  it('shows a table, and its changes without a reload', async () => {
    await show('/view/api/v1/namespaces/default/configmaps');
    await page.waitForSelector('.mark-live');
    await maps().create({ metadata: { name: 'greeting' }, data: { text: 'hello' } });
    await page.waitForSelector('.grid a::-p-text(greeting)');
    assert.equal(await text('.command code'), 'kubectl get configmaps --namespace default --watch');
    await maps().delete('greeting');
    await page.waitForFunction("!document.querySelector('.grid').textContent.includes('greeting')");
  });

  it('opens an object by the keyboard, and follows it', async () => {
    await maps().create({ metadata: { name: 'a' }, data: { text: 'first' } });
    await maps().create({ metadata: { name: 'b' }, data: { text: 'second' } });
    await show('/view/api/v1/namespaces/default/configmaps?q=text');
    await show('/view/api/v1/namespaces/default/configmaps');
    await page.waitForSelector('.grid a::-p-text(b)');
    await page.focus('.grid');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.yaml');
    const name = await text('h1');
    assert.equal(new URL(page.url()).pathname, `/view/api/v1/namespaces/default/configmaps/${name}`);
    await maps().update({ ...(await maps().get(name ?? '')), data: { text: 'third' } });
    await page.waitForSelector('.yaml ::-p-text(third)');
    await page.goBack();
    await page.waitForSelector('.grid a::-p-text(b)');
  });

  it('shows text of objects as text', async () => {
    const attack = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
    await maps().create({
      metadata: { name: 'attack', annotations: { 'example.org/a': attack } },
      data: { [`x`]: attack, url: "javascript:document.title='owned'" },
    });
    await show('/view/api/v1/namespaces/default/configmaps/attack');
    await page.waitForSelector('.yaml ::-p-text(onerror)');
    assert.equal(await page.title(), 'Pilothouse');
    assert.equal(await page.$('.yaml img'), null);
  });

  it('edits by server-side apply, and explains a conflict by its manager', async () => {
    await maps().create(
      { metadata: { name: 'edited' }, data: { color: 'red', size: '1' } },
      { fieldManager: 'painter' },
    );
    await show('/view/api/v1/namespaces/default/configmaps/edited?tab=edit');
    const type = async (from: string, to: string): Promise<void> => {
      await page.waitForSelector('.editor textarea');
      await page.$eval(
        '.editor textarea',
        (field, from, to) => {
          const area = field as unknown as { value: string; dispatchEvent: (event: Event) => void };
          area.value = area.value.replace(from, to);
          area.dispatchEvent(new Event('input', { bubbles: true }));
        },
        from,
        to,
      );
      await page.click('button.primary');
    };
    await type('color: red', 'color: [');
    await page.waitForSelector('[role=alert]');
    await type('color: [', 'color: blue\n  shape: round');
    await page.waitForSelector('.notice ::-p-text(painter using v1)');
    await page.waitForSelector('.diff .added::-p-text(shape: round)');
    assert.equal((await maps().get('edited')).data?.['color'], 'red');
    await page.click('button.primary');
    await page.waitForSelector('.yaml ::-p-text(round)');
    const { data, metadata } = await maps().get('edited');
    assert.deepEqual({ ...data }, { color: 'blue', shape: 'round', size: '1' });
    const fields = metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, JSON.stringify(fieldsV1)]);
    assert.deepEqual(fields?.toSorted(), [
      ['painter', '{"f:data":{".":{},"f:size":{}}}'],
      ['pilothouse-console', '{"f:data":{"f:color":{},"f:shape":{}}}'],
    ]);
    await page.click('nav ::-p-text(History)');
    await page.waitForSelector('.diff .added::-p-text(color: blue)');
  });

  it('deletes an object after it has shown what goes with it', async () => {
    const { metadata } = await maps().create({ metadata: { name: 'owner' } });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid ?? '' };
    await maps().create({ metadata: { name: 'owned', ownerReferences: [owner] } });
    await show('/view/api/v1/namespaces/default/configmaps/owned?tab=related');
    await page.waitForSelector('.branch .branch .present::-p-text(owned)');
    await show('/view/api/v1/namespaces/default/configmaps/owner');
    await (await page.waitForSelector('button.danger'))?.click();
    await page.waitForSelector('dialog ::-p-text(owned)');
    await page.click('dialog button.danger');
    await page.waitForSelector('::-p-text(The object was deleted)');
  });

  it('finds objects by the keyboard', async () => {
    await maps().create({ metadata: { name: 'needle', labels: { kind: 'sharp' } } });
    await show('/');
    await page.waitForSelector('::-p-text(Overview)');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('dialog input');
    await page.keyboard.type('kind=sharp');
    await page.waitForSelector('[role=option]::-p-text(needle)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1::-p-text(needle)');
  });

  it('says who can do something, and what the user can do', async () => {
    await show('/access?verb=delete&resource=secrets');
    await page.waitForSelector('.subjects ::-p-text(system:masters)');
    await page.waitForSelector('.rules ::-p-text(*)');
  });

  it('shows the metrics, priority levels and clients of deprecated APIs of the installation', async () => {
    await show('/view/api/v1/namespaces/default/endpoints');
    await page.waitForSelector('.mark-live');
    await show('/installation');
    await page.waitForSelector('li ::-p-text(pilothouse-console)');
    await page.waitForSelector('.plot-line');
    await page.waitForSelector('.rules ::-p-text(workload-low)');
  });

  it('draws only the rows in view of many', async () => {
    const count = 3_000;
    const names = Array.from({ length: count }, (_, index) => `many-${String(index).padStart(5, '0')}`);
    const pending = [...names];
    const create = async (): Promise<void> => {
      for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
        await maps().create({ metadata: { name, labels: { many: 'yes' } } });
      }
    };
    await Promise.all(Array.from({ length: 20 }, create));
    await show('/view/api/v1/namespaces/default/configmaps?l=many%3Dyes');
    await page.waitForSelector(`.count::-p-text(${count})`);
    await page.focus('.grid');
    await page.keyboard.press('End');
    await page.waitForSelector(`.grid ::-p-text(${names.at(-1)})`);
    assert.ok((await page.$$('.grid-body > *')).length < 100);
    await Promise.all(
      names.slice(-50).map((name) => maps().patch(name, { type: 'merge', value: { data: { a: 'b' } } })),
    );
    await page.waitForSelector('.grid-row.changed');
  });

  describe('has no finding of axe-core', () => {
    const VIEWS = [
      ['/', '.tiles'],
      ['/view/api/v1/namespaces/default/configmaps', '.mark-live'],
      ['/view/api/v1/namespaces/default/configmaps/needle', '.yaml'],
      ['/view/api/v1/namespaces/default/configmaps/needle?tab=history', '.versions'],
      ['/view/api/v1/namespaces/default/configmaps/needle?tab=related', '.member'],
      ['/view/api/v1/namespaces/default/configmaps/needle?tab=edit', '.editor'],
      ['/access', '.rules'],
      ['/installation', '.plot-line'],
    ] as const;
    for (const scheme of ['light', 'dark']) {
      for (const [path, sign] of VIEWS) {
        it(`${path}, ${scheme}`, async () => {
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await show(path);
          await page.waitForSelector(sign);
          await page.evaluate(axe.source);
          const findings = (await page.evaluate(RUN_AXE)) as string[];
          assert.deepEqual(findings, []);
        });
      }
    }
  });

  // The suites within run after the tests above.
  describe('at last', () => {
    it('signs out', async () => {
      await page.click('button[aria-label="Sign out"]');
      await page.waitForSelector('textarea[name=token]');
      assert.deepEqual(await page.cookies(), []);
    });
  });
});

describeWith(['CHROMIUM'], 'the console of a server that fails', () => {
  it('signs in by a token, and resumes with what was typed once the server is back', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'console-'));
    const browser = await startBrowser(join(directory, 'browser'));
    const flags = [`--data-dir=${directory}`, `--secure-port=${await freePort()}`];
    let server = await startServer(flags);
    const ca = join(directory, 'ca.crt');
    await writeFile(ca, server.connection.caPem ?? '');
    const console = runCommand([
      'console',
      `--server=${server.url}`,
      `--certificate-authority=${ca}`,
      '--secure-port=0',
      '--metrics-bind-address=0',
    ]);
    const [, origin = ''] = await console.printed(/The console is ready at (\S+)\.\n/);
    const admins = server.client.of(serviceAccounts).namespace('kube-system');
    await admins.create({ metadata: { name: 'admin' } });
    await server.client.of(clusterRoleBindings).create({
      metadata: { name: 'admin' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'admin', namespace: 'kube-system' }],
    });
    const { status } = await admins.subresource('token').create('admin', { spec: { audiences: [] } });

    const page = await browser.open();
    await page.goto(`${origin}/view/api/v1/namespaces/default/configmaps`);
    await enterToken(page, 'wrong');
    await page.waitForSelector('[role=alert]::-p-text(does not accept this token)');
    await enterToken(page, status?.token ?? '');
    await page.waitForSelector('.mark-live');
    assert.match(
      (await page.$eval('.user', ({ textContent }) => textContent)) ?? '',
      /system:serviceaccount:kube-system:admin/,
    );

    await page.type('.heading input', 'first');
    await server.crash();
    await page.waitForSelector('.mark-lost');
    server = await startServer(flags);
    await page.waitForSelector('.mark-live');
    await server.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'first' } });
    await page.waitForSelector('.grid a::-p-text(first)');
    assert.match(page.url(), /\?q=first$/);

    assert.deepEqual(browser.problems, []);
    await browser.close();
    console.kill('SIGTERM');
    assert.equal((await console.exited).code, 0);
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
});
