import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { webhookService, type WebhookService } from '@pilothouse/token-authenticators/webhook-service.js';
import type { Delivery } from './backend.js';
import { webhookDelivery, type WebhookDeliveryOptions } from './webhook-delivery.js';

describe('the audit webhook', () => {
  let server: Server;
  let service: WebhookService;
  /** The service's behaviour, request by request; the last one repeats. */
  let script: ((incoming: IncomingMessage, outgoing: ServerResponse) => void)[];
  let received: string[];
  /** The backoff in milliseconds between attempts. */
  let waits: number[];

  before(async () => {
    const { ca, serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    server = createServer({ cert: serving.certPem, key: serving.keyPem }, (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        const step = script.length > 1 ? script.shift() : script[0];
        step?.(incoming, outgoing);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    service = webhookService({ url: `https://127.0.0.1:${port}/events?cluster=a`, caPem: ca.certPem });
  });
  after(async () => {
    await service.transport.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    [script, received, waits] = [[answer(200)], [], []];
  });

  const answer =
    (status: number, text = '') =>
    (_incoming: IncomingMessage, outgoing: ServerResponse): void =>
      void outgoing.writeHead(status).end(text);
  const silence = (): void => undefined;

  function delivery(options: Partial<WebhookDeliveryOptions> = {}): Delivery {
    return webhookDelivery({
      service: () => service,
      apiVersion: 'audit.k8s.io/v1',
      initialBackoff: 1000,
      timing: { now: () => 0, sleep: async (milliseconds) => void waits.push(milliseconds), random: () => 0 },
      ...options,
    });
  }

  it('receives an EventList, at its own path', async () => {
    let target: string | undefined;
    let type: string | undefined;
    script = [
      (incoming, outgoing) => {
        [target, type] = [incoming.url, incoming.headers['content-type']];
        outgoing.writeHead(201).end('{}');
      },
    ];
    await delivery().deliver(['{"auditID":"a"}', '{"auditID":"b"}']);
    assert.deepEqual([target, type], ['/events?cluster=a', 'application/json']);
    assert.deepEqual(
      received.map((text) => JSON.parse(text)),
      [{ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items: [{ auditID: 'a' }, { auditID: 'b' }] }],
    );
  });

  it('may return any body with a 2xx status', async () => {
    for (const text of ['garbage', '{"kind":"Status","status":"Failure"}', 'x'.repeat(200_000)]) {
      script = [answer(200, text)];
      await delivery().deliver(['{}']);
    }
    assert.deepEqual(waits, []);
  });

  const passing: readonly (readonly [
    name: string,
    step: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  ])[] = [
    ['fails', answer(500)],
    ['refuses', answer(400, 'garbage')],
    ['redirects', answer(302)],
    ['closes the connection', (incoming) => void incoming.socket.destroy()],
    [
      'truncates its response',
      (incoming, outgoing) =>
        void outgoing.writeHead(200, { 'content-length': 9 }).write('x', () => incoming.socket.destroy()),
    ],
  ];
  for (const [name, step] of passing) {
    it(`is retried when it ${name}`, async () => {
      script = [step, step, answer(200)];
      await delivery().deliver(['{}']);
      assert.deepEqual([received.length, waits], [3, [1000, 1500]]);
      assert.equal(new Set(received).size, 1);
    });
  }

  it('fails after five attempts', async () => {
    script = [answer(503)];
    await assert.rejects(delivery().deliver(['{}']), { message: 'the audit webhook answers with 503' });
    assert.deepEqual([received.length, waits], [5, [1000, 1500, 2250, 3375]]);
  });

  it('has the same number of attempts on timeouts', async () => {
    script = [silence];
    await assert.rejects(delivery({ timeout: 10 }).deliver(['{}']), { message: 'the audit webhook does not answer' });
    assert.equal(waits.length, 4);
  });

  it('is tried once after stopRetrying', async () => {
    script = [answer(503)];
    const stopped = delivery();
    stopped.stopRetrying();
    await assert.rejects(stopped.deliver(['{}']), /503/);
    assert.deepEqual([received.length, waits], [1, []]);
  });

  it('does not wait for a backoff after stopRetrying', async () => {
    script = [silence];
    const stopped = delivery({ timeout: 20 });
    const delivered = stopped.deliver(['{}']);
    stopped.stopRetrying();
    await assert.rejects(delivered, { message: 'the audit webhook does not answer' });
    assert.equal(waits.length, 0);
  });

  it('has a limited number of attempts when it is down', async () => {
    const nowhere = webhookService({ url: 'https://127.0.0.1:1/' });
    await assert.rejects(delivery({ service: () => nowhere }).deliver(['{}']), { code: 'ECONNREFUSED' });
    assert.equal(waits.length, 4);
  });

  it('must have a valid certificate', async () => {
    const { port } = server.address() as AddressInfo;
    const stranger = webhookService({ url: `https://127.0.0.1:${port}/` });
    await assert.rejects(delivery({ service: () => stranger }).deliver(['{}']), /certificate/);
    assert.deepEqual(received, []);
  });
});
