import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Http2Server } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { openClientSession, type ClientSession } from './client-session.js';

const CHARACTERS = 'abcXYZ019 -_:;,.~{}\u00e9\u00ff'.split('');
const name = fc.constantFrom('x-a', 'x-b', 'x-c', 'accept', 'user-agent', 'audit-id');
const value = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 200 })
  .map((characters) => characters.join('').trim());
const request = fc.record({
  headers: fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }),
  body: fc.uint8Array({ maxLength: 60_000 }),
});

describe('an HTTP/2 client with the server of Node', () => {
  let server: Http2Server;
  let session: ClientSession;
  before(async () => {
    // Returns headers and body. The server uses its dynamic table and Huffman codes.
    server = createServer({ settings: { maxConcurrentStreams: 2, initialWindowSize: 20_000 } });
    server.on('stream', (stream, headers) => {
      const own = Object.entries(headers).filter(([key]) => !key.startsWith(':'));
      stream.respond(Object.fromEntries(own));
      stream.pipe(stream);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    session = openClientSession({
      socket,
      streamWindow: 30_000,
      connectionWindow: 100_000,
      onSettings: () => undefined,
      onGoAway: () => undefined,
      onClose: () => undefined,
    });
  });
  after(() => {
    session.destroy('done');
    server.close();
  });

  const echo = (headers: readonly (readonly [string, string])[], body: Uint8Array): Promise<unknown> =>
    new Promise((resolve) => {
      const heads: (readonly string[])[] = [];
      const parts: Buffer[] = [];
      const pseudo = [
        [':method', 'POST'],
        [':scheme', 'http'],
        [':authority', 'a'],
        [':path', '/'],
      ] as const;
      const stream = session.open([...pseudo, ...headers], {
        // Node adds the date at the end.
        onHead: (fields) => heads.push(fields.slice(0, -2)),
        onData(part) {
          parts.push(Buffer.from(part));
          stream.taken(part.length);
        },
        onClose: (failure) => resolve([failure, heads, Buffer.concat(parts).equals(body)]),
      });
      stream.send(body, true);
    });

  it('delivers all headers and bodies, and gets them back', async () => {
    const several = fc.array(request, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(several, async (requests) => {
        const echoes = await Promise.all(requests.map(({ headers, body }) => echo(headers, body)));
        const expected = requests.map(({ headers }) => [undefined, [[':status', '200', ...headers.flat()]], true]);
        assert.deepEqual(echoes, expected);
      }),
      { numRuns: 50, seed: 7541 },
    );
  }).timeout(60_000);
});
