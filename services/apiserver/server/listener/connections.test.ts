import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import type { RequestContext } from '../../request/context.js';
import { openConnection, TRANSPORTS, startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';

const REQUEST = 'GET /a HTTP/1.1\r\nhost: test\r\n\r\n';

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

  for (const form of ['one body', 'a stream'] as const) {
    it(`take requests in several records while the client reads no response, which is ${form}`, async () => {
      const large = Buffer.alloc(16 * 1024 * 1024, 'a');
      const parts = Array.from({ length: 64 }, (_, index) => large.subarray(index * 262_144, (index + 1) * 262_144));
      let answered = 0;
      const server = await startListener({
        certificate: () => certificates.serving,
        async handler({ request: { body } }) {
          if (body !== undefined) for await (const chunk of body) assert.ok(chunk.byteLength > 0);
          answered += 1;
          return { status: 200, headers: {}, body: form === 'one body' ? [large] : Readable.from(parts) };
        },
      });
      const socket = connect({ port: server.port, host: '127.0.0.1', ca: certificates.ca.certPem });
      await once(socket, 'secureConnect');
      socket.pause().write(REQUEST);
      await until(() => answered === 1);
      await pause(50);
      const head = 'POST /a HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: 100000\r\n\r\n';
      socket.write(head + 'b'.repeat(100_000));
      await pause(50);
      let received = 0;
      socket.on('data', (part: Buffer) => (received += part.byteLength)).resume();
      await once(socket, 'end');
      assert.ok(received > 2 * large.byteLength, `${received} bytes were received`);
      await server.close(0);
    });
  }

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
