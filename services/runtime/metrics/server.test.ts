import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { serveMetrics, type MetricsServer } from './server.js';

describe('the server of metrics and health checks', () => {
  let server: MetricsServer;
  before(async () => {
    server = await serveMetrics({
      endpoint: { host: '127.0.0.1', port: 0 },
      metrics: { expose: async () => ({ chunks: [Buffer.from('a 1\n')], contentType: 'text/plain' }) },
      unready: () => 'not yet',
    });
  });
  after(() => server.close());

  const cases: readonly (readonly [request: string, answer: RegExp])[] = [
    ['GET /healthz HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 200 [^]*\r\nok\r\n/],
    ['GET /readyz HTTP/1.0\r\n', /^HTTP\/1\.1 503 [^]*not yet/],
    ['GET /metrics?x HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 200 [^]*a 1/],
    ['POST /metrics HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 405 /],
    ['GET /other HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1\.1 404 /],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n', /^HTTP\/1\.1 400 [^]*more than one Host/],
    ['GET /healthz HTTP/1.1\r\n', /^HTTP\/1\.1 400 [^]*no Host/],
  ];
  for (const [request, answer] of cases) {
    it(`answers ${JSON.stringify(request)}`, async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`${request}Connection: close\r\n\r\n`);
      assert.match(await text(socket), answer);
    });
  }
});

describe('the outcomes of health checks', () => {
  it('are counted for /metrics/slis', async () => {
    let problem: string | undefined = 'not yet';
    const { url, close } = await serveMetrics({
      endpoint: { host: '127.0.0.1', port: 0 },
      metrics: { expose: async () => ({ chunks: [], contentType: 'text/plain' }) },
      unready: () => problem,
    });
    const get = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
    await get('/healthz');
    await get('/readyz');
    problem = undefined;
    await get('/readyz');
    const lines = (await get('/metrics/slis')).split('\n').filter((line) => line.startsWith('kubernetes_'));
    await close();
    assert.deepEqual(lines.sort(), [
      'kubernetes_healthchecks_total{name="ping",type="healthz",status="success"} 1',
      'kubernetes_healthchecks_total{name="ready",type="readyz",status="error"} 1',
      'kubernetes_healthchecks_total{name="ready",type="readyz",status="success"} 1',
      'kubernetes_healthcheck{name="ping",type="healthz"} 1',
      'kubernetes_healthcheck{name="ready",type="readyz"} 1',
    ]);
  });
});

describe('the pages of a program', () => {
  const about = {
    component: 'token-review',
    group: 'config.k8s.io',
    release: '1.36',
    flags: { v: 2, 'users-file': 'users.yaml', 'oidc-issuer-url': undefined },
  };
  const start = (host: string): Promise<MetricsServer> =>
    serveMetrics({
      endpoint: { host, port: 0 },
      metrics: { expose: async () => ({ chunks: [], contentType: 'text/plain' }) },
      unready: () => undefined,
      about,
    });
  let server: MetricsServer;
  before(async () => void (server = await start('127.0.0.1')));
  after(() => server.close());
  const get = (path: string, accept: string): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { accept } });

  it('are text', async () => {
    const answer = await get('/flagz', '*/*');
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(await answer.text(), /^\ntoken-review flagz\nWarning: .*\n\nusers-file=users\.yaml\nv=2\n$/);
    assert.match(
      await (await get('/statusz', '')).text(),
      /\nPaths: \/flagz \/healthz \/metrics \/readyz \/statusz\n$/,
    );
  });

  it('are objects', async () => {
    const answer = await get('/flagz', 'application/json;as=Flagz;v=v1alpha1;g=config.k8s.io');
    assert.equal(
      answer.headers.get('warning'),
      '299 - "This version of the flagz endpoint is deprecated. Please use a newer version."',
    );
    assert.deepEqual(await answer.json(), {
      kind: 'Flagz',
      apiVersion: 'config.k8s.io/v1alpha1',
      metadata: { name: 'token-review' },
      flags: { 'users-file': 'users.yaml', v: '2' },
    });
    const yaml = await get('/statusz', 'application/yaml;as=Statusz;v=v1beta1;g=config.k8s.io');
    assert.match(await yaml.text(), /^kind: Statusz$/m);
  });

  it('are refused in other forms, with a Status', async () => {
    const answer = await get('/statusz', 'application/json');
    assert.equal(answer.status, 406);
    const { reason, message } = (await answer.json()) as { reason: string; message: string };
    assert.equal(reason, 'NotAcceptable');
    assert.match(message, /: application\/json, application\/yaml, text\/plain$/);
  });

  it('are served on the same machine only', async () => {
    const [outside] = Object.values(networkInterfaces()).flatMap((all = []) => all.filter((each) => !each.internal));
    const open = await start('::');
    const { port } = new URL(open.url);
    assert.equal((await fetch(`http://127.0.0.1:${port}/flagz`)).status, 200);
    if (outside?.family === 'IPv4') assert.equal((await fetch(`http://${outside.address}:${port}/flagz`)).status, 403);
    await open.close();
  });
});
