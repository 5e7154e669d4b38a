import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import type { RequestContext } from '../../request/context.js';
import { openConnection, TRANSPORTS, startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';

const REQUEST = 'GET /a HTTP/1.1\r\nhost: test\r\n\r\n';

const ROUNDS = 100;
/** Sends a request of several TLS records as soon as it has all of the former response. Posts the number of responses. */
const SEQUENTIAL_CLIENT = `
  const { parentPort, workerData: { port, bytes } } = require('node:worker_threads');
  const request = 'POST /a HTTP/1.1\\r\\nhost: test\\r\\ncontent-length: 40000\\r\\n\\r\\n' + 'b'.repeat(40_000);
  const socket = require('node:tls').connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  let [received, answered] = [0, 0];
  socket.setNoDelay(true).on('secureConnect', () => socket.write(request));
  socket.on('data', (part) => {
    received += part.length;
    if (received < bytes) return;
    received = 0;
    answered += 1;
    if (answered < ${ROUNDS}) socket.write(request);
    else socket.end();
  });
  socket.on('error', () => undefined).on('close', () => parentPort.postMessage(answered));
`;

function keepBusy(): void {
  const end = performance.now() + 2;
  while (performance.now() < end);
}

describe('connections', () => {
  let certificates: Certificates;
  let listener: Listener;
  let contexts: RequestContext[];
  let answer: () => void;
  before(async () => {
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
  });
  beforeEach(async () => {
    contexts = [];
    const answered = new Promise<void>((resolve) => (answer = resolve));
    listener = await startListener({
      certificate: () => certificates.serving,
      async handler(context) {
        contexts.push(context);
        await answered;
        return { status: 200, headers: {}, body: [Buffer.from('ok')] };
      },
    });
  });
  afterEach(() => listener.close(0));

  async function open(): Promise<TLSSocket> {
    const socket = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    return socket;
  }

  async function until(check: () => boolean): Promise<void> {
    while (!check()) await pause(1);
  }

  for (const transport of TRANSPORTS) {
    it(`abort all of their requests when they end over ${transport}`, async () => {
      const { port } = listener;
      const { socket, open: begin } = await openConnection(transport, { port, ca: certificates.ca.certPem });
      if (transport === 'HTTP/1.1') socket.write(REQUEST.repeat(20));
      else for (let sent = 0; sent < 20; sent++) begin('/a').catch(() => undefined);
      await until(() => contexts.length === 20);
      let closed = 0;
      for (const context of contexts) context.onClose(() => (closed += 1));
      socket.destroy();
      await until(() => closed === 20);
      assert.ok(contexts.every(({ signal }) => signal.aborted));
    });
  }

  it('are not read while too many pipelined requests are unanswered', async () => {
    const socket = await open();
    socket.write(REQUEST.repeat(100_000));
    await until(() => contexts.length >= 100);
    await pause(100);
    // Data that is already decrypted is still read.
    assert.ok(contexts.length < 20_000, `${contexts.length} were read`);
    socket.destroy();
    answer();
  });

  it('take a request in several records right after a large response', async () => {
    const large = Buffer.alloc(640_000, 'a');
    const server = await startListener({
      certificate: () => certificates.serving,
      async handler({ request: { body } }) {
        if (body !== undefined) for await (const chunk of body) assert.ok(chunk.byteLength > 0);
        // After the write, so that the client has the whole response before the server sees that the socket has taken it.
        process.nextTick(() => process.nextTick(keepBusy));
        return { status: 200, headers: {}, body: [large] };
      },
    });
    const workerData = { port: server.port, bytes: large.byteLength };
    const client = new Worker(SEQUENTIAL_CLIENT, { eval: true, workerData });
    const [answered] = (await once(client, 'message')) as [number];
    assert.equal(answered, ROUNDS);
    await client.terminate();
    await server.close(0);
  });

  it('end a watch when the client leaves, although a later request was answered before', async () => {
    const aborted: Promise<unknown>[] = [];
    const server = await startListener({
      certificate: () => certificates.serving,
      handler: async ({ request: { target }, signal }) => {
        if (target === '/a') return { status: 200, headers: {}, body: [Buffer.alloc(100_000)] };
        aborted.push(once(signal, 'abort'));
        return { status: 200, headers: {}, body: new PassThrough() };
      },
    });
    const socket = connect({ port: server.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    await once(socket, 'secureConnect');
    socket.write(`GET /watch HTTP/1.1\r\nhost: test\r\n\r\n${REQUEST}`);
    await once(socket, 'data');
    socket.destroy();
    assert.equal((await Promise.all(aborted)).length, 1);
    await server.close(0);
  });

  it('get all responses of many pipelined requests', async () => {
    const socket = await open();
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.write(REQUEST.repeat(3000));
    await until(() => contexts.length >= 100);
    answer();
    await until(() => text.split('HTTP/1.1 200').length === 3001);
    assert.equal(contexts.length, 3000);
    socket.destroy();
  });
});
