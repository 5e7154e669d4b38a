import assert from 'node:assert/strict';
import { once } from 'node:events';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { TestApi } from '../../api.test.helper.js';
import { DEFINITIONS, widgetDefinition } from '../../custom/definitions.test.helper.js';
import { GROUP, NAME, SERVICES, startAggregation, type Aggregation } from './aggregation.test.helper.js';
import { extensionServer, type ExtensionServer } from './extension-server.test.helper.js';

const THINGS = `/apis/${GROUP}/v1/namespaces/default/things`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const DISCOVERY = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
const UNAVAILABLE = 'service unavailable\n';

describe('aggregation', () => {
  let aggregation: Aggregation;
  let server: ExtensionServer;
  let api: TestApi;
  beforeEach(async () => {
    aggregation = await startAggregation();
    ({ server, api } = aggregation);
  });
  afterEach(() => aggregation.close());

  const until: Aggregation['until'] = (is) => aggregation.until(is);
  const reaches: Aggregation['reaches'] = (...wanted) => aggregation.reaches(...wanted);

  it('forwards requests with the user, and without credentials', async () => {
    await aggregation.serve();
    server.answer = (_request, response, body) => {
      response.writeHead(201, { 'content-type': 'application/x-thing', 'x-own': 'a', connection: 'x-own' });
      response.end(`got ${body}`);
    };
    const user = {
      ...authenticatedUser('jürgen', ['dev', 'ops'], 'u-1'),
      extra: new Map([['example.com/scope', ['a', 'b']]]),
    };
    await aggregation.post('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      metadata: { name: 'things' },
      rules: [{ apiGroups: [GROUP], resources: ['things'], verbs: ['create'] }],
    });
    await aggregation.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'things' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'things' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
    });
    const headers = {
      'x-remote-user': 'root',
      'x-remote-group': 'system:masters',
      'x-remote-extra-other': 'c',
      'x-forwarded-for': '10.0.0.9',
      'x-hop': 'd',
      connection: 'x-hop',
      'content-type': 'text/plain',
    };
    const answer = await api.request('POST', `${THINGS}?dryRun=All`, { body: Buffer.from('{"a":1}'), headers, user });
    assert.deepEqual([answer.status, answer.text], [201, 'got {"a":1}']);
    assert.deepEqual([answer.headers['content-type'], answer.headers['x-own']], ['application/x-thing', undefined]);
    const [seen] = server.seen;
    assert.deepEqual([seen?.method, seen?.url, seen?.body], ['POST', `${THINGS}?dryRun=All`, '{"a":1}']);
    const lines = pairs(seen?.headers ?? []);
    assert.deepEqual(
      lines.filter(([name]) => name.startsWith('x-') || name === 'content-type' || name === 'authorization'),
      [
        ['content-type', 'text/plain'],
        ['x-forwarded-for', '10.0.0.9, 127.0.0.1'],
        ['x-remote-user', Buffer.from('jürgen').toString('latin1')],
        ['x-remote-uid', 'u-1'],
        ...user.groups.map((group) => ['x-remote-group', group]),
        ['x-remote-extra-example.com%2fscope', 'a'],
        ['x-remote-extra-example.com%2fscope', 'b'],
      ],
    );
  });

  it('forwards bodies of any method and size', async () => {
    await aggregation.serve();
    server.answer = (_request, response, body) => void response.end(String(body.length));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const size of [0, 1, 5_000_000]) {
        const { text } = await api.request(method, `${THINGS}/a`, { body: Buffer.alloc(size, 'x') });
        assert.equal(text, String(size), method);
      }
    }
    assert.equal(server.seen.length, 12);
  });

  it('authorizes before it forwards', async () => {
    await aggregation.serve();
    const { status } = await api.request('GET', THINGS, { user: authenticatedUser('ann', []) });
    assert.deepEqual([status, server.seen.length], [403, 0]);
  });

  it('streams watches, and ends them with the client', async () => {
    await aggregation.serve();
    let send = (_text: string): void => {};
    let closed: Promise<unknown> = Promise.resolve();
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      send = (text) => void response.write(text);
      closed = once(response, 'close');
      send('{"type":"ADDED"}\n');
    };
    const events = api.watch(`${THINGS}?watch=1`);
    assert.deepEqual(plain((await events.next()).value as JsonObject), { type: 'ADDED' });
    send('{"type":"DELETED"}\n');
    assert.deepEqual(plain((await events.next()).value as JsonObject), { type: 'DELETED' });
    await events.return(undefined);
    await closed;
  });

  it('answers 503 until the service is available, and when the connection fails', async () => {
    await aggregation.createApiService();
    await reaches('ServiceNotFound');
    const before = await api.request('GET', THINGS);
    assert.deepEqual([before.status, before.text], [503, UNAVAILABLE]);
    await aggregation.createService();
    await reaches('Passed');
    assert.equal((await api.request('GET', THINGS)).status, 200);
    server.answer = (request) => void request.socket.destroy();
    const broken = await api.request('GET', THINGS);
    assert.deepEqual([broken.status, broken.text], [503, 'error trying to reach service: socket hang up\n']);
    await api.request('DELETE', `${SERVICES}/${NAME}`);
    await until(async () => (await api.request('GET', THINGS)).status === 404);
  });

  it('ends a request at its timeout', async () => {
    await aggregation.serve();
    server.answer = () => {};
    assert.equal((await api.request('GET', `${THINGS}?timeout=50ms`)).status, 504);
  });

  it('passes upgrades of the connection, with the user', async () => {
    await aggregation.serve();
    let user: unknown;
    server.upgrade = (request, socket) => {
      user = request.headers['x-remote-user'];
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      socket.on('data', (chunk) => socket.end(chunk));
    };
    async function* upgraded(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('ping');
      await new Promise(() => undefined);
    }
    const headers = { connection: 'Upgrade', upgrade: 'echo' };
    const { status, text } = await api.request('GET', `${THINGS}/a/console`, { headers, upgraded: upgraded() });
    assert.deepEqual([status, text, user], [101, 'ping', 'admin']);
  });

  it('keeps cookies apart, and refuses redirects', async () => {
    await aggregation.serve();
    server.answer = (_request, response) => {
      response.writeHead(200, { 'set-cookie': ['a', 'b'], 'access-control-allow-origin': '*' }).end();
    };
    const { headers } = await api.request('GET', THINGS);
    assert.deepEqual([headers['set-cookie'], headers['access-control-allow-origin']], ['a, b', undefined]);
    server.answer = (_request, response) => void response.writeHead(302, { location: 'https://evil.example' }).end();
    const { status, text } = await api.request('GET', THINGS);
    const wanted = 'the backend attempted to redirect this request, which is not permitted';
    assert.deepEqual([status, text], [502, wanted]);
    server.answer = (_request, response) => void response.writeHead(304).end();
    assert.equal((await api.request('GET', THINGS)).status, 304);
  });

  it('verifies the certificate of the server', async () => {
    await aggregation.createService();
    const other = await extensionServer(GROUP, 'other.default.svc');
    try {
      await aggregation.createApiService({ caBundle: other.caBundle });
      await reaches('FailedDiscoveryCheck');
      const { message } = await aggregation.condition();
      assert.match(
        typeof message === 'string' ? message : '',
        new RegExp(`^failing or missing response from https://localhost:${server.port}/apis/${GROUP}/v1: `),
      );
      const spec = { caBundle: null, insecureSkipTLSVerify: true };
      await api.request('PATCH', `${SERVICES}/${NAME}`, { body: { spec }, headers: MERGE });
      await reaches('Passed');
    } finally {
      await other.close();
    }
  });

  it('reports an endpoint without discovery, and checks it again', async () => {
    server.documents = 403;
    await aggregation.createService();
    await aggregation.createApiService();
    await reaches('FailedDiscoveryCheck');
    const url = `https://localhost:${server.port}/apis/${GROUP}/v1`;
    assert.equal(
      (await aggregation.condition())['message'],
      `failing or missing response from ${url}: bad status from ${url}: 403`,
    );
    server.documents = 200;
    await reaches('Passed');
  });

  it('follows the service and its slices', async () => {
    await aggregation.createApiService();
    await aggregation.createService({ ports: [{ name: 'https', port: 443 }] });
    await reaches('ServicePortError');
    const spec = { service: { port: 443 } };
    await api.request('PATCH', `${SERVICES}/${NAME}`, { body: { spec }, headers: MERGE });
    await reaches('EndpointsNotFound');
    await aggregation.post('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
      metadata: { name: 'server-1', labels: { 'kubernetes.io/service-name': 'server' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'], conditions: { ready: false } }],
      ports: [{ name: 'https', port: 8443 }],
    });
    await reaches('MissingEndpoints');
    await api.request('DELETE', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/server-1');
    await reaches('EndpointsNotFound');
  });

  it('adds the group to discovery and OpenAPI', async () => {
    await aggregation.serve();
    const { json: list } = await api.request('GET', '/apis');
    const version = { groupVersion: `${GROUP}/v1`, version: 'v1' };
    const group = { name: GROUP, versions: [version], preferredVersion: version };
    assert.deepEqual((plain(list['groups']) as JsonObject[]).at(-1), group);
    const { json: one } = await api.request('GET', `/apis/${GROUP}`);
    assert.deepEqual(plain(one), { kind: 'APIGroup', apiVersion: 'v1', ...group });
    const { json: resources } = await api.request('GET', `/apis/${GROUP}/v1`);
    assert.equal((resources['resources'] as JsonObject[]).length, 2);
    const found = async (): Promise<unknown> => {
      const { json } = await api.request('GET', '/apis', { headers: DISCOVERY });
      const items = plain(json['items']) as { metadata: { name: string }; versions: unknown }[];
      return items.find(({ metadata }) => metadata.name === GROUP)?.versions;
    };
    const responseKind = { group: GROUP, version: 'v1', kind: 'Thing' };
    const thing = {
      resource: 'things',
      responseKind,
      scope: 'Namespaced',
      singularResource: 'thing',
      verbs: ['create', 'get', 'list', 'watch'],
      shortNames: ['th'],
      subresources: [{ subresource: 'status', responseKind, verbs: ['get'] }],
    };
    assert.deepEqual(await found(), [{ version: 'v1', resources: [thing], freshness: 'Current' }]);
    const { json: index } = await api.request('GET', '/openapi/v3');
    const paths = index['paths'] as Record<string, JsonObject>;
    assert.deepEqual(plain(paths[`apis/${GROUP}/v1`] ?? null), {
      serverRelativeURL: `/openapi/v3/apis/${GROUP}/v1?hash=AB`,
    });
    assert.ok(paths['apis/apps/v1'] !== undefined);
    assert.equal((await api.request('GET', `/openapi/v3/apis/${GROUP}/v1?hash=AB`)).text, '{}');
    await api.request('DELETE', '/api/v1/namespaces/default/services/server');
    await reaches('ServiceNotFound');
    assert.deepEqual(await found(), [{ version: 'v1', resources: [thing], freshness: 'Stale' }]);
  });

  it('does not replace a group version of this server', async () => {
    await aggregation.createService();
    await aggregation.post(DEFINITIONS, widgetDefinition('own.example.io'));
    await until(async () => (await api.request('GET', `${SERVICES}/v1.own.example.io`)).status === 200);
    const service = { namespace: 'default', name: 'server', port: server.port };
    const body = {
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': null } },
      spec: { service, insecureSkipTLSVerify: true },
    };
    for (const name of ['v1.own.example.io', 'v1.apps']) {
      const { status } = await api.request('PATCH', `${SERVICES}/${name}`, { body, headers: MERGE });
      assert.equal(status, 200);
      await reaches('ServedLocally', name);
    }
    assert.equal((await api.request('GET', '/apis/own.example.io/v1/namespaces/default/widgets')).status, 200);
    assert.equal((await api.request('GET', '/apis/apps/v1/namespaces/default/deployments')).status, 200);
    assert.equal(server.seen.length, 0);
  });
});

/** Names in lower case, with values. */
function pairs(lines: readonly string[]): [name: string, value: string][] {
  return lines
    .flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), lines[index + 1] ?? ''] as const] : []))
    .map(([name, value]) => [name, value]);
}
