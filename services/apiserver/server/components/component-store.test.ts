import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';
import { healthzProbe, storeProbe } from './probe.js';

const NEVER = new AbortController().signal;
const PATH = '/api/v1/componentstatuses';

describe('a probe of a component', () => {
  let server: Server;
  let port = 0;
  let answer = { status: 200, body: 'ok' };
  before(async () => {
    const { certPem, keyPem } = await newTestAuthority('anyone');
    server = createServer({ cert: certPem, key: keyPem }, ({ url }, response) => {
      response.statusCode = url === '/healthz' ? answer.status : 404;
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => server.close());

  it('reports the answer, whatever the certificate', async () => {
    assert.deepEqual(plain({ ...(await healthzProbe(port)(NEVER)) }), { status: 'True', message: 'ok' });
    answer = { status: 503, body: 'busy' };
    const message = 'HTTP probe failed with statuscode: 503';
    assert.deepEqual(plain({ ...(await healthzProbe(port)(NEVER)) }), { status: 'False', message });
  });

  it('reports a refused connection as Kubernetes does', async () => {
    // Port 1 is reserved, and nothing listens there.
    const { status, message } = await healthzProbe(1)(NEVER);
    const text = 'Get "https://127.0.0.1:1/healthz": dial tcp 127.0.0.1:1: connect: connection refused';
    assert.deepEqual([status, message], ['False', text]);
  });

  it('ends with the request', async () => {
    const { status } = await healthzProbe(port)(AbortSignal.abort());
    assert.equal(status, 'False');
  });

  it('reports a store that does not answer, without its error', async () => {
    const currentRevision = () => Promise.reject(new Error('secret host'));
    assert.deepEqual(plain({ ...(await storeProbe({ currentRevision })(NEVER)) }), {
      status: 'False',
      error: 'the store does not answer',
    });
  });
});

describe('ComponentStatus', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  it('is there for each component, without a version', async () => {
    const { json, headers } = await api.request('GET', PATH);
    assert.equal(headers['warning'], '299 - "v1 ComponentStatus is deprecated in v1.19+"');
    const { items, metadata } = plain(json) as { items: JsonObject[]; metadata: JsonObject };
    assert.deepEqual(metadata, {});
    const names = ['controller-manager', 'etcd-0', 'scheduler'].map((name) => ({ name }));
    assert.deepEqual(
      items.map((item) => item['metadata']).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      names,
    );
  });

  it('can be read, and neither watched nor written', async () => {
    const { json } = await api.request('GET', `${PATH}/etcd-0`);
    const conditions = [{ type: 'Healthy', status: 'True', message: 'ok' }];
    assert.deepEqual(plain(json), {
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name: 'etcd-0' },
      conditions,
    });
    assert.equal((await api.request('GET', `${PATH}/etcd-1`)).status, 404);
    assert.equal((await api.request('GET', `${PATH}?watch=true`)).status, 405);
    assert.equal((await api.request('POST', PATH, { body: { metadata: { name: 'a' } } })).status, 405);
    assert.equal((await api.request('DELETE', `${PATH}/etcd-0`)).status, 405);
  });
});
