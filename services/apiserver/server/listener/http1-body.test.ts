import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { textResponse } from '../../request/response.js';
import { startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';

const HEAD = 'POST / HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n';

describe('an HTTP/1.1 request body', () => {
  let listener: Listener;
  let socket: TLSSocket;
  let release: () => void;
  before(async () => {
    const { serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    const released = new Promise<void>((resolve) => (release = resolve));
    listener = await startListener({
      certificate: () => serving,
      async handler(context) {
        if (context.path === '/slow') await released;
        if (context.path === '/read-later') for (let turn = 0; turn < 20; turn++) await nextTurn();
        return textResponse(200, 'text/plain', String((await context.readBody()).byteLength));
      },
    });
  });
  beforeEach(async () => {
    socket = connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
  });
  afterEach(() => socket.destroy());
  after(() => listener.close(0));

  async function answer(): Promise<string> {
    let text = '';
    for await (const part of socket) {
      text += String(part);
      if (/\r\n\r\n\d+$/.test(text)) return text;
    }
    return text;
  }

  it('is read in small chunks', async () => {
    socket.write(`${HEAD}${'1\r\nx\r\n'.repeat(500)}0\r\n\r\n`);
    assert.match(await answer(), /^HTTP\/1\.1 200 [^]*\r\n\r\n500$/);
  });

  it('closes the connection for a flood of tiny chunks', async () => {
    socket.write(HEAD + '1\r\nx\r\n'.repeat(5000));
    assert.equal(await answer(), '');
  });

  it('can be read long after its end', async () => {
    socket.write(HEAD.replace('/', '/read-later') + '3\r\nabc\r\n0\r\n\r\n');
    assert.match(await answer(), /^HTTP\/1\.1 200 [^]*\r\n\r\n3$/);
  });

  it('applies backpressure until it is read', async () => {
    socket.write(HEAD.replace('/', '/slow'));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < 32; sent++) {
      socket.write('10000\r\n');
      socket.write(chunk);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
    const answered = answer();
    release();
    assert.match(await answered, /\r\n\r\n2097152$/);
  });
});
