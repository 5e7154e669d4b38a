import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { validatingWebhookConfigurations } from '@pilothouse/client/admissionregistration.js';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import {
  startCollector,
  traceText,
  type CollectedSpan,
  type Collector,
} from '@pilothouse/runtime/tracing/collector.test.helper.js';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { eventually } from './support/eventually.js';
import { describeWith, toolPath } from './support/needs.js';
import { MAIN, runToEnd, startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startWebhook, tracingFile, type TestWebhook } from './support/tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT = '00f067aa0ba902b7';
const ROOT_NAME = 'POST /api/v1/namespaces/{:namespace}/configmaps';

describeWith(['ETCD_NEW'], 'a trace through the API server, a webhook and etcd', () => {
  let storage: TestStorage;
  let collector: Collector;
  let etcd: TestEtcd;
  let server: Server;
  let webhook: TestWebhook;
  let transport: Transport;
  before(async () => {
    collector = await startCollector();
    storage = await createTestStorage('embedded');
    etcd = await startEtcd({
      program: toolPath('ETCD_NEW'),
      flags: [
        '--experimental-enable-distributed-tracing',
        `--experimental-distributed-tracing-address=${collector.endpoint}`,
      ],
    });
    const sampling = await tracingFile(storage, { endpoint: collector.endpoint });
    server = await startServer([...storage.flags, `--etcd-servers=${etcd.endpoints.join()}`, sampling]);
    transport = httpsTransport(server.connection);
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const certificate = await testCertificate({ commonName: 'webhook' }, { purpose });
    webhook = await startWebhook(certificate);
    await server.client.of(validatingWebhookConfigurations).create({
      metadata: { name: 'traced' },
      webhooks: [
        {
          name: 'traced.example.com',
          clientConfig: { url: webhook.url, caBundle: Buffer.from(certificate.certPem).toString('base64') },
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
  });
  after(async () => {
    webhook.close();
    await transport.close();
    await server.crash();
    await etcd.stop();
    await storage.remove();
    collector.stop();
  });

  async function create(name: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const { status, body } = await transport.request({
      method: 'POST',
      target: '/api/v1/namespaces/default/configmaps',
      headers: { 'content-type': 'application/json', 'user-agent': 'tracing-test', ...headers },
      body: Buffer.from(JSON.stringify({ metadata: { name } })),
      signal: AbortSignal.timeout(20_000),
    });
    for await (const _ of body);
    assert.equal(status, 201);
  }

  it('has the spans of all three, each below its caller', async () => {
    await create('traced', { traceparent: `00-${TRACE}-${CLIENT}-01` });
    const ofTrace = (spans: readonly CollectedSpan[]) => spans.filter(({ traceId }) => traceId === TRACE);
    const writtenBy = (service: string) => (span: CollectedSpan) =>
      span.service === service && span.name === 'etcdserverpb.KV/Txn';
    await collector.wait((spans) => {
      const own = ofTrace(spans);
      return own.some(({ name }) => name === ROOT_NAME) && own.some(writtenBy('etcd'));
    });
    const spans = ofTrace(collector.spans);
    const text = traceText(collector.spans, TRACE);
    const named = (name: string): CollectedSpan =>
      spans.find((span) => span.name === name) ?? assert.fail(`${name} in\n${text}`);
    const root = named(ROOT_NAME);
    assert.equal(root.parentId, CLIENT);
    const { 'http.response.status_code': status, 'user_agent.original': agent } = root.attributes;
    assert.deepEqual([status, agent, root.isFailed], ['201', 'tracing-test', false]);
    for (const name of ['authentication', 'priorityandfairness', 'authorization', 'Create']) {
      assert.equal(named(name).parentId, root.spanId, text);
    }
    const endpoint = named('Create');
    assert.deepEqual([endpoint.attributes['resource'], endpoint.attributes['verb']], ['configmaps', 'POST']);
    const admission = named('Validating admission');
    assert.equal(admission.parentId, endpoint.spanId);
    const called = named('Call validating webhook');
    assert.equal(called.parentId, admission.spanId);
    assert.equal(called.attributes['webhook'], 'traced.example.com');
    const post = named('HTTP POST');
    assert.equal(post.parentId, called.spanId);
    assert.equal(webhook.seen.get('traced'), `00-${TRACE}-${post.spanId}-01`);
    const stored = named('Create etcd3');
    assert.equal(stored.parentId, endpoint.spanId);
    const txn = spans.find((span) => writtenBy('apiserver')(span) && span.parentId === stored.spanId);
    assert.ok(txn, text);
    const member = spans.find((span) => writtenBy('etcd')(span) && span.parentId === txn.spanId);
    assert.ok(member, text);
    for (const span of spans) {
      assert.ok(
        span.begin >= root.begin - 1 && span.end <= root.end + 1,
        `${span.name} is not within the request\n${text}`,
      );
    }
  });

  it('is not sampled without the wish of a client', async () => {
    const before = collector.spans.length;
    await create('untraced', {});
    assert.match(webhook.seen.get('untraced') ?? '', /^00-[\da-f]{32}-[\da-f]{16}-00$/);
    await create('refused', { traceparent: `00-${'a'.repeat(32)}-${CLIENT}-00` });
    assert.match(webhook.seen.get('refused') ?? '', /^00-a{32}-[\da-f]{16}-00$/);
    await create('last', { traceparent: `00-${'b'.repeat(32)}-${CLIENT}-01` });
    await collector.wait((spans) =>
      spans.some(({ name, traceId }) => name === ROOT_NAME && traceId === 'b'.repeat(32)),
    );
    const others = collector.spans.slice(before).filter(({ traceId }) => traceId !== 'b'.repeat(32));
    assert.deepEqual(
      others.filter(({ service }) => service === 'apiserver'),
      [],
    );
  });
});

describeWith([], 'tracing with a collector that is down', () => {
  it('delays no request, counts what is lost, and logs one line', async () => {
    const storage = await createTestStorage('embedded');
    const sampling = await tracingFile(storage, { endpoint: '127.0.0.1:1', samplingRatePerMillion: 1_000_000 });
    const server = await startServer([...storage.flags, sampling]);
    try {
      const maps = server.client.of(configMaps).namespace('default');
      for (let count = 0; count < 20; count += 1) await maps.create({ metadata: { name: `map-${count}` } });
      const isLost = /^pilothouse_tracing_spans_total\{result="dropped"\} [1-9]\d*$/m;
      await eventually(async () => isLost.test(await metricsOf(server)), 'lost spans are counted');
      assert.match(await metricsOf(server), /^pilothouse_tracing_spans_total\{result="exported"\} 0$/m);
      assert.equal(server.err().match(/the collector of traces takes no spans/g)?.length, 1, server.err());
    } finally {
      await server.crash();
      await storage.remove();
    }
  }).timeout(60_000);

  it('does not start with an invalid file', async () => {
    const storage = await createTestStorage('embedded');
    const flag = await tracingFile(storage, { samplingRatePerMillion: -1 });
    const { code, err } = await runToEnd('up', ...storage.flags, flag);
    await storage.remove();
    assert.notEqual(code, 0);
    assert.match(err, /samplingRatePerMillion: Invalid value: -1: sampling rate must be positive/);
  });
});

describe('tracing that is off', () => {
  it('loads none of its code', async () => {
    const directory = join(dirname(MAIN), 'chunks');
    const files = (await readdir(directory)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
    const withSdk = files.filter((_, index) => texts[index]?.includes('@opentelemetry/sdk-trace'));
    assert.ok(withSdk.length > 0, 'the command contains tracing');
    for (const text of texts) {
      // An import that is not `import(…)`.
      for (const name of withSdk) assert.ok(!text.includes(`from "./${name}"`), `${name} is loaded at the start`);
    }
  });
});

async function metricsOf({ connection }: Server): Promise<string> {
  const transport = httpsTransport(connection);
  const { body } = await transport.request({
    method: 'GET',
    target: '/metrics',
    headers: {},
    signal: AbortSignal.timeout(10_000),
  });
  let text = '';
  for await (const chunk of body) text += Buffer.from(chunk).toString();
  await transport.close();
  return text;
}
