import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { allowed, openWebhooks, type SeenReview } from './webhooks.test.helper.js';

const KIND = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration' };

describe('the credentials for webhooks', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'webhooks-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const configurations = (value: Record<string, string>) =>
    new Map([['ValidatingAdmissionWebhook', { value: { ...KIND, ...value }, source: 'admission.yaml', directory }]]);

  it('are those of the kubeconfig', async () => {
    const authority = await newTestAuthority('clients');
    const { certPem, keyPem } = await testCertificate(
      { commonName: 'me' },
      { issuer: authority, purpose: { type: 'client' } },
    );
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const kubeConfigFile = join(directory, 'kubeconfig');
    const user = { 'client-certificate-data': base64(certPem), 'client-key-data': base64(keyPem) };
    const users = [
      { name: '*', user: { token: 'secret' } },
      { name: '127.0.0.1:PORT', user },
    ];
    // The port is known only when the webhook runs, and the file is read when the API starts.
    const { createServer } = await import('node:https');
    const seen: unknown[] = [];
    const serving = await testCertificate(
      { commonName: 'w' },
      { purpose: { type: 'server', hosts: ['127.0.0.1', 'localhost'] } },
    );
    const options = {
      cert: serving.certPem,
      key: serving.keyPem,
      ca: authority.certPem,
      requestCert: true,
      rejectUnauthorized: false,
    };
    const server = createServer(options, (request, response) => {
      const read = async (): Promise<void> => {
        let text = '';
        for await (const chunk of request) text += String(chunk);
        const review = JSON.parse(text) as SeenReview;
        seen.push([(request.socket as TLSSocket).getPeerCertificate().subject?.CN, request.headers.authorization]);
        response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response: allowed(review) }));
      };
      void read();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Config', users }).replace('PORT', String(port));
    await writeFile(kubeConfigFile, text);
    const hooks = await openWebhooks({ admission: { configurations: configurations({ kubeConfigFile }) } });
    try {
      const caBundle = base64(serving.certPem);
      await hooks.configure('validating', 'a', { clientConfig: { url: `https://127.0.0.1:${port}/a`, caBundle } });
      assert.equal((await hooks.create('a')).status, 201);
      await hooks.reset();
      await hooks.configure('validating', 'b', { clientConfig: { url: `https://localhost:${port}/b`, caBundle } });
      assert.equal((await hooks.create('b')).status, 201);
      assert.deepEqual(seen, [
        ['me', undefined],
        [undefined, 'Bearer secret'],
      ]);
    } finally {
      await hooks.close();
      server.closeAllConnections();
      server.close();
    }
  });

  const WRONG: readonly (readonly [value: Record<string, string>, message: RegExp])[] = [
    [
      { kubeConfigFile: 'relative' },
      /admission\.yaml: .*kubeConfigFile: Invalid value: "relative": must be an absolute file path/,
    ],
    [{ kubeConfigFile: '/none/kubeconfig' }, /\/none\/kubeconfig: ENOENT/],
    [{ kubeconfigfile: '/a' }, /admission\.yaml: .*kubeconfigfile/],
  ];
  for (const [value, message] of WRONG) {
    it(`are refused at the start: ${JSON.stringify(value)}`, async () => {
      let api: TestApi | undefined;
      try {
        await assert.rejects(async () => {
          api = await startTestApi({ admission: { configurations: configurations(value) } });
        }, message);
      } finally {
        await api?.close();
      }
    });
  }
});
