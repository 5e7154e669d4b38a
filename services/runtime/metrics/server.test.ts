import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
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
