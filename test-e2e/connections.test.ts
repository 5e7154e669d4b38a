import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { asker } from './support/ask.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { head } from './support/raw.js';
import { startServer, type Server } from './support/server.js';

const CONNECTIONS = 200;
const TOKEN = 'sesame';
/** A refusal repeats the path. This many answers fill the socket buffers of a connection. */
const LONG_PATH = `/${'x'.repeat(30_000)}`;
const PIPELINED = 50;

describe('the maximum number of anonymous connections that read none of their answers', () => {
  let storage: TestStorage;
  let server: Server;
  let ends: (() => void)[];
  beforeEach(async () => {
    ends = [];
    storage = await createTestStorage('embedded');
    const tokens = join(storage.directory, 'tokens.csv');
    await writeFile(tokens, `${TOKEN},ann,ann,\n`);
    server = await startServer([...storage.flags, `--token-auth-file=${tokens}`, `--max-connections=${CONNECTIONS}`]);
  });
  afterEach(async () => {
    for (const end of ends) end();
    await server.stop(/connection limit reached/);
    await storage.remove();
  });

  const stalls = {
    async 'HTTP/2'() {
      const session = connectHttp2(server.url, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
      session.on('error', () => undefined);
      const stream = session.request({ ':path': '/version' });
      stream.on('error', () => undefined);
      await once(stream, 'response');
      return () => session.destroy();
    },
    async 'HTTP/1.1'() {
      const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      const request = head('GET', LONG_PATH);
      socket.write(request);
      await once(socket, 'readable');
      socket.write(request.repeat(PIPELINED));
      return () => socket.destroy();
    },
  };
  for (const [transport, stall] of Object.entries(stalls)) {
    it(`leaves clients with a certificate or a token able to connect over ${transport}`, async () => {
      while (ends.length < CONNECTIONS) ends.push(await stall());
      const { url, caPem = '', credentials } = server.connection;
      const connections = [
        { url, caPem, ...(credentials && { credentials }) },
        { url, caPem, credentials: { token: TOKEN } },
      ];
      for (const connection of connections) {
        const client = httpsTransport(connection);
        const { status } = await asker(client)('GET', '/api');
        await client.close();
        assert.equal(status, 200);
      }
    });
  }
});
