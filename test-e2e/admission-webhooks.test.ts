import assert from 'node:assert/strict';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { configMaps } from '@pilothouse/client/core.js';
import { testCertificate, type TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { openPageShell, type PageShell } from './support/page-shell.js';
import { describePage } from './support/pages.js';
import { ROOT } from './support/root.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

describePage('docs/admission-webhooks.md', ['KUBECTL', 'OPENSSL'], ({ files, take }) => {
  let shell: PageShell;
  before(async () => {
    const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
    shell = await openPageShell({
      tools: ['KUBECTL', 'OPENSSL'],
      files: Object.fromEntries(files.map(({ name, text }) => [name, text])),
      programs: { tsx: `#!/bin/sh\nexec '${process.execPath}' '${tsx}' "$@"\n` },
    });
  });
  after(() => shell.close());
  for (const block of take()) {
    it(`${block.section}: ${block.examples[0]?.command.split('\n')[0] ?? ''}`, () => shell.follow(block));
  }
});

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly name?: string };
}

/** A webhook on Node's HTTPS server. */
interface TestWebhook {
  readonly seen: Review[];
  /** Responds to the next reviews; undefined hangs. */
  answer: (review: Review) => object | string | undefined;
  readonly close: () => void;
}

describeWith(['ETCD', 'KUBECTL'], 'admission webhooks, kubectl, and two servers on etcd', () => {
  let storage: TestStorage;
  let servers: Server[];
  let kubectls: Kubectl[];
  let certificate: TestIssuer;
  let webhook: TestWebhook;
  let https: HttpsServer;
  let url: string;

  before(async () => {
    storage = await createTestStorage('etcd');
    const start = (name: 'up' | 'apiserver'): Promise<Server> =>
      startServer([...storage.flags, `--kubeconfig-out=${join(storage.directory, `kubeconfig-${name}`)}`], {}, name);
    // The first server makes the certificates of both.
    servers = [await start('up'), await start('apiserver')];
    kubectls = servers.map(({ kubeconfig }, index) =>
      createKubectl({ tool: 'KUBECTL', kubeconfig, home: join(storage.directory, `home-${index}`) }),
    );
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    certificate = await testCertificate({ commonName: 'webhook' }, { purpose });
    const allow = ({ request: { uid } }: Review): object => ({ uid, allowed: true });
    const seen: Review[] = [];
    https = createServer({ cert: certificate.certPem, key: certificate.keyPem }, (request, response) => {
      const read = async (): Promise<void> => {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        const review = JSON.parse(text) as Review;
        seen.push(review);
        const answer = webhook.answer(review);
        if (answer === undefined) return;
        const { apiVersion, kind } = review;
        response.setHeader('content-type', 'application/json');
        response.end(typeof answer === 'string' ? answer : JSON.stringify({ apiVersion, kind, response: answer }));
      };
      void read();
    });
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    url = `https://127.0.0.1:${(https.address() as AddressInfo).port}/review`;
    webhook = {
      seen,
      answer: allow,
      close() {
        https.closeAllConnections();
        https.close();
      },
    };
  });
  after(async () => {
    webhook.close();
    await Promise.all(servers.map((server) => server.crash()));
    await storage.remove();
  });

  const kubectlOf = (index: number): Kubectl => kubectls[index] ?? assert.fail();

  function configuration(name: string, more: object = {}): string {
    const clientConfig = { url, caBundle: Buffer.from(certificate.certPem).toString('base64') };
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
    return JSON.stringify({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name },
      webhooks: [
        {
          name: 'test.example.com',
          clientConfig,
          rules,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...more,
        },
      ],
    });
  }
  const apply = (name: string, more: object = {}, server = 0): Promise<string> =>
    kubectlOf(server)(['apply', '-f', '-'], { input: configuration(name, more) });
  const remove = (name: string): Promise<string> => kubectlOf(0)(['delete', 'validatingwebhookconfiguration', name]);

  let count = 0;
  const create = (server = 0) => kubectlOf(server).attempt(['create', 'configmap', `c${++count}`]);

  it('are shown by kubectl', async () => {
    await apply('shown');
    assert.match(await kubectlOf(0)(['get', 'validatingwebhookconfigurations']), /^NAME +WEBHOOKS +AGE\nshown +1 /);
    await remove('shown');
  });

  it('have effect at once on the server that answered, and soon on the other', async () => {
    for (let round = 0; round < 5; round++) {
      webhook.seen.length = 0;
      const name = `effect-${round}`;
      const { client } = servers[1] ?? assert.fail();
      await apply(name, {}, 0);
      const began = performance.now();
      assert.equal((await create(0)).code, 0);
      assert.equal(webhook.seen.length, 1);
      const maps = client.of(configMaps).namespace('default');
      while (webhook.seen.length < 2) {
        await maps.create({ metadata: { name: `other-${++count}` } });
        assert.ok(performance.now() - began < 5000, 'the other server does not call the webhook');
      }
      await remove(name);
    }
  });

  const FAULTS: readonly (readonly [what: string, answer: TestWebhook['answer'], message: RegExp])[] = [
    [
      'hangs',
      () => undefined,
      /failed calling webhook "test\.example\.com": .*\?timeout=1s": context deadline exceeded/,
    ],
    ['answers garbage', () => '<html>', /json parse error: invalid character '<'/],
    ['answers with another uid', () => ({ uid: 'x', allowed: true }), /expected response\.uid="[\da-f-]{36}", got "x"/],
    [
      'refuses',
      ({ request: { uid } }) => ({ uid, allowed: false, status: { message: 'no' } }),
      /^error: failed to create configmap: admission webhook "test\.example\.com" denied the request: no/,
    ],
    ['answers too much', () => 'x'.repeat(9 * 1024 * 1024), /the response has more than 8388608 bytes/],
  ];
  for (const [what, answer, message] of FAULTS) {
    it(`that ${what}: kubectl shows the reason, and the server goes on`, async () => {
      const before = webhook.answer;
      await apply('fault', { timeoutSeconds: 1 });
      webhook.answer = answer;
      try {
        const { code, err } = await create();
        assert.equal(code, 1);
        assert.match(err, message);
      } finally {
        webhook.answer = before;
      }
      assert.equal((await create()).code, 0);
      await remove('fault');
    });
  }

  it('can be deleted while every write fails', async () => {
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    const clientConfig = { url: 'https://127.0.0.1:1/x' };
    await apply('broken', { rules, clientConfig });
    const { code, err } = await create();
    assert.equal(code, 1);
    assert.match(err, /connect: connection refused/);
    await remove('broken');
    assert.equal((await create()).code, 0);
  });
});
