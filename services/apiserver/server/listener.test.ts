import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.js';
import { headerLines } from '../request/header-lines.js';
import { textResponse } from '../request/response.js';
import { listen } from './listener.js';

describe('the listener', () => {
  it('hears every line of a head, also those that a proxy puts behind thousands of its client', async () => {
    const { serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    const listener = await listen({
      host: '127.0.0.1',
      port: 0,
      ...serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 5_000,
      async handler(context) {
        const lines = headerLines(context.request, 'impersonate-');
        return textResponse(200, 'text/plain', JSON.stringify([...lines, context.header('x-last')]));
      },
    });
    const socket = connect({ host: '127.0.0.1', port: listener.port, ca: serving.certPem, rejectUnauthorized: false });
    const junk = Array.from({ length: 5_000 }, (_, index) => `${index.toString(36)}:\r\n`);
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${junk.join('')}impersonate-user: bob\r\nx-last: yes\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    await listener.close(0);
    assert.match(String(answer), /\[\["impersonate-user","bob"\],"yes"\]$/);
  });
});
