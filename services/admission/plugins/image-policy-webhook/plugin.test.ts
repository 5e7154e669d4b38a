import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCertificate, type TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { admitted, json, podAttributes, podWith, testHost } from '../../host.test.helper.js';
import type { AdmissionPlugin } from '../../plugin.js';
import { imagePolicyWebhook } from './plugin.js';

const API_VERSION = 'imagepolicy.k8s.io/v1alpha1';
const PREFIX = 'imagepolicywebhook.image-policy.k8s.io/';

describe('ImagePolicyWebhook', () => {
  let certificate: TestIssuer;
  let directory: string;
  let server: Server;
  let closing: AbortController;
  /** The reviews that the webhook received, with the target of the request. */
  let asked: { readonly target: string | undefined; readonly review: unknown }[];
  /** The answers in order: a status of the review, or an HTTP status. The last one repeats. */
  let answers: readonly (object | number)[];
  let now: number;

  before(async () => {
    certificate = await testCertificate({ commonName: 'hook' }, { purpose: { type: 'server', hosts: ['127.0.0.1'] } });
  });

  beforeEach(async () => {
    [asked, answers, now, closing] = [[], [{ allowed: true }], 1_000_000, new AbortController()];
    directory = mkdtempSync(join(tmpdir(), 'image-policy-'));
    server = createServer({ cert: certificate.certPem, key: certificate.keyPem }, (incoming, outgoing) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        asked.push({ target: incoming.url, review: JSON.parse(text) });
        const answer = answers[Math.min(asked.length, answers.length) - 1];
        if (typeof answer === 'number') return void outgoing.writeHead(answer).end();
        outgoing.end(JSON.stringify({ kind: 'ImageReview', apiVersion: API_VERSION, status: answer }));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const kubeconfig = {
      clusters: [
        {
          name: 'c',
          cluster: {
            server: `https://127.0.0.1:${port}/policy`,
            'certificate-authority-data': Buffer.from(certificate.certPem).toString('base64'),
          },
        },
      ],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    writeFileSync(join(directory, 'hook.kubeconfig'), JSON.stringify(kubeconfig));
  });

  afterEach(async () => {
    closing.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true });
  });

  async function create(imagePolicy: object = {}): Promise<AdmissionPlugin> {
    const value = json({ imagePolicy: { kubeConfigFile: 'hook.kubeconfig', retryBackoff: 1, ...imagePolicy } });
    const plugin = await imagePolicyWebhook.create(
      testHost({
        configuration: { value, source: 'f', directory },
        now: () => new Date(now),
        signal: closing.signal,
      }),
    );
    assert.ok(plugin !== undefined);
    return plugin;
  }

  const refusal = async (plugin: AdmissionPlugin, spec: object = {}) =>
    (await admitted(plugin, podAttributes(spec))).refusal;

  it('asks about all images of a pod, with its annotations for image policies', async () => {
    const annotations = { 'z.image-policy.k8s.io/b': '1', other: '2', 'a.image-policy.k8s.io/a': '3' };
    const spec = {
      initContainers: [{ name: 'i', image: 'init' }],
      ephemeralContainers: [{ name: 'e', image: 'debug' }],
    };
    await admitted(await create(), podAttributes(spec, { object: podWith(spec, { annotations }) }));
    assert.deepEqual(asked, [
      {
        target: '/policy?timeout=30s',
        review: {
          kind: 'ImageReview',
          apiVersion: API_VERSION,
          metadata: { creationTimestamp: null },
          spec: {
            containers: [{ image: 'i' }, { image: 'init' }],
            annotations: { 'a.image-policy.k8s.io/a': '3', 'z.image-policy.k8s.io/b': '1' },
            namespace: 'x',
          },
          status: { allowed: false },
        },
      },
    ]);
  });

  it('asks about the ephemeral containers alone when these change', async () => {
    const spec = { ephemeralContainers: [{ name: 'e', image: 'debug' }] };
    await admitted(await create(), podAttributes(spec, { operation: 'UPDATE', subresource: 'ephemeralcontainers' }));
    assert.deepEqual(
      asked.map(({ review }) => (review as { readonly spec: object }).spec),
      [{ containers: [{ image: 'debug' }], namespace: 'x' }],
    );
  });

  it('refuses what the webhook refuses, with the reason and the annotations', async () => {
    answers = [{ allowed: false, reason: 'unknown registry', auditAnnotations: { registry: 'r' } }, { allowed: false }];
    const plugin = await create({ denyTTL: -1 });
    const outcome = await admitted(plugin, podAttributes());
    const start = 'pods "o" is forbidden: ';
    assert.equal(outcome.refusal, `${start}image policy webhook backend denied one or more images: unknown registry`);
    assert.deepEqual(outcome.annotations, [[`${PREFIX}registry`, 'r']]);
    assert.equal(await refusal(plugin), `${start}one or more images rejected by webhook backend`);
  });

  it('remembers verdicts for their time', async () => {
    answers = [{ allowed: true }, { allowed: false }];
    const plugin = await create({ allowTTL: 10, denyTTL: 5 });
    assert.equal(await refusal(plugin), undefined);
    now += 9_999;
    assert.equal(await refusal(plugin), undefined);
    assert.equal(asked.length, 1);
    now += 1;
    assert.match((await refusal(plugin)) ?? '', /rejected/);
    now += 4_999;
    assert.match((await refusal(plugin)) ?? '', /rejected/);
    assert.equal(asked.length, 2);
    await refusal(plugin, { containers: [{ name: 'c', image: 'other' }] });
    assert.equal(asked.length, 3);
  });

  it('repeats requests after failures of the webhook', async () => {
    answers = [500, 429, { allowed: true }];
    assert.equal(await refusal(await create()), undefined);
    assert.equal(asked.length, 3);
  });

  it('refuses if the webhook fails', async () => {
    answers = [404];
    const text = 'pods "o" is forbidden: the server could not find the requested resource';
    assert.equal(await refusal(await create()), text);
    assert.equal(asked.length, 1);
  });

  it('refuses if the webhook answers with something else', async () => {
    answers = [{ allowed: true }];
    const plugin = await create();
    server
      .removeAllListeners('request')
      .on('request', (_incoming, outgoing) => outgoing.end('{"kind":"Other","status":{"allowed":true}}'));
    assert.match((await refusal(plugin)) ?? '', /is not an ImageReview of imagepolicy\.k8s\.io\/v1alpha1$/);
  });

  it('admits if the webhook fails, where the configuration says so', async () => {
    answers = [404];
    const { refusal: text, annotations } = await admitted(await create({ defaultAllow: true }), podAttributes());
    assert.equal(text, undefined);
    assert.deepEqual(annotations, [[`${PREFIX}failed-open`, 'true']]);
  });

  const range = (most: number, unit: string) =>
    `must be between 1 and ${most} ${unit}, 0 for the default, or -1 for none`;
  const invalid: readonly (readonly [fields: object, ...messages: string[]])[] = [
    [{ kubeConfigFile: '' }, 'f: imagePolicy.kubeConfigFile: Required value'],
    [
      { allowTTL: 1_801, denyTTL: -2, retryBackoff: 300_001 },
      `f: imagePolicy.retryBackoff: Invalid value: 300001: ${range(300_000, 'milliseconds')}`,
      `f: imagePolicy.allowTTL: Invalid value: 1801: ${range(1_800, 'seconds')}`,
      `f: imagePolicy.denyTTL: Invalid value: -2: ${range(1_800, 'seconds')}`,
    ],
    [{ allowTtl: 1 }, 'f: imagePolicy.allowTtl: Unknown field'],
  ];
  for (const [fields, ...messages] of invalid) {
    it(`is refused: ${JSON.stringify(fields)}`, () => assert.rejects(create(fields), { message: messages.join('\n') }));
  }

  it('names a file that cannot be read', () => assert.rejects(create({ kubeConfigFile: 'missing' }), /missing/));
});
