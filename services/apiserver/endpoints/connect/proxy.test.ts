import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { ADDRESS, NODES, PODS, startConnectedApi, type ConnectedApi } from './connected-api.test.helper.js';

/** Proxies do not forward to loopback addresses. */
const describeWithAddress = ADDRESS === undefined ? describe.skip : describe;

describeWithAddress('proxies', () => {
  let connected: ConnectedApi;
  before(async () => {
    connected = await startConnectedApi();
  });
  after(() => connected.close());
  beforeEach(() => connected.reset());

  const page = '<a href="/x">x</a>';
  const web = (scheme = '', port = connected.program): string => `${PODS}/${scheme}web:${port}/proxy`;

  it('to a pod pass method, path, query, headers and body, without credentials', async () => {
    connected.answer = (_request, response) =>
      void response.writeHead(201, { 'x-own': 'a', 'set-cookie': ['b', 'c'] }).end('made');
    const headers = { host: 'api.example', authorization: 'Bearer x', 'x-custom': 'd', 'content-type': 'text/x' };
    const path = `${web()}/a//b/..%2Fc%20d/?e=%2F&f`;
    const {
      status,
      text,
      headers: answered,
    } = await connected.api.request('PUT', path, {
      body: Buffer.from('body'),
      headers: { ...headers, authorization: 'Basic x' },
    });
    assert.deepEqual([status, text, answered['x-own'], answered['set-cookie']], [201, 'made', 'a', 'b, c']);
    const { line, body, headers: sent } = connected.first();
    assert.deepEqual([line, body], ['PUT /a/c%20d/?e=%2F&f', 'body']);
    const names = ['host', 'authorization', 'x-custom', 'content-type', 'x-forwarded-for', 'x-forwarded-uri'] as const;
    assert.deepEqual(
      names.map((name) => sent[name]),
      ['api.example', undefined, 'd', 'text/x', '127.0.0.1', `${web()}/a/c%20d/`],
    );
  });

  it('to https do not verify certificates', async () => {
    const { status, message } = await connected.api.request('GET', `${web('https:', connected.kubelet)}/`);
    // The kubelet wants a client certificate, which pods do not get.
    assert.equal(status, 503, message);
    assert.match(message, /^error trying to reach service: /);
  });

  it('to a node reach its kubelet, as the server, and other ports', async () => {
    const { text } = await connected.api.request('GET', `${NODES}/near/proxy/metrics?a=b`);
    await connected.api.request('GET', `${NODES}/near:${connected.kubelet}/proxy/metrics`);
    await connected.api.request('GET', `${NODES}/near:${connected.program}/proxy/metrics`);
    assert.equal(text, 'done');
    const lines = connected.seen.map(({ line, client }) => [line, client]);
    assert.deepEqual(lines, [
      ['GET /metrics?a=b', 'server'],
      ['GET /metrics', 'server'],
      ['GET /metrics', undefined],
    ]);
  });

  it('to a service reach a ready endpoint', async () => {
    await connected.post('/api/v1/namespaces/default/services', {
      metadata: { name: 's' },
      spec: { ports: [{ name: 'web', port: 80 }] },
    });
    await connected.post('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
      metadata: { name: 's-1', labels: { 'kubernetes.io/service-name': 's' } },
      addressType: 'IPv4',
      ports: [{ name: 'web', port: connected.program }],
      endpoints: [{ addresses: [ADDRESS ?? ''], targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } }],
    });
    for (const name of ['s:web', 's:80', 'http:s:web']) {
      const { status, text } = await connected.api.request(
        'POST',
        `/api/v1/namespaces/default/services/${name}/proxy/x`,
      );
      assert.deepEqual([status, text], [200, 'done']);
    }
    assert.equal(connected.seen.length, 3);
    const { status, message } = await connected.api.request('GET', '/api/v1/namespaces/default/services/s/proxy/');
    assert.deepEqual([status, message], [503, 'no endpoints available for service "s"']);
  });

  it('redirect to a path with a slash', async () => {
    const { status, headers } = await connected.api.request('GET', `${web()}?a=b`);
    assert.deepEqual([status, headers['location'], connected.seen.length], [301, `${web()}/?a=b`, 0]);
    await connected.api.request('POST', web());
    assert.deepEqual(
      connected.seen.map(({ line }) => line),
      ['POST /'],
    );
  });

  it('keep redirects and links of pages within the proxy', async () => {
    connected.answer = (_request, response) => void response.writeHead(302, { location: '/login?a' }).end();
    const { status, headers } = await connected.api.request('GET', `${web()}/x`);
    assert.deepEqual([status, headers['location']], [302, `${web()}/login?a`]);
    connected.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const { text } = await connected.api.request('GET', `${web()}/x`);
    assert.equal(text, `<a href="${web()}/x">x</a>`);
  });

  it('answer HEAD without a body, and errors of the connection with 503', async () => {
    const head = await connected.api.request('HEAD', `${web()}/x`);
    assert.deepEqual([head.status, head.text, connected.seen[0]?.line], [200, '', 'HEAD /x']);
    connected.answer = (request) => void request.socket.destroy();
    const { status, json, message } = await connected.api.request('POST', `${web()}/x`);
    const wanted = [503, 'ServiceUnavailable', 'error trying to reach service: socket hang up'];
    assert.deepEqual([status, json['reason'], message], wanted);
    const none = await connected.api.request('GET', `${PODS}/web:none/proxy/x`);
    assert.deepEqual([none.status, none.message], [503, 'error trying to reach service: unknown port "none"']);
  });

  it('need their permission', async () => {
    const { status } = await connected.api.request('GET', `${web()}/x`, { user: authenticatedUser('ann', []) });
    assert.deepEqual([status, connected.seen.length], [403, 0]);
  });
});
