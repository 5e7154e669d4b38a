import assert from 'node:assert/strict';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import * as fc from 'fast-check';
import { headerDecoder } from '../protocol/header-decoder.js';
import { startTestServer, type TestServer } from './test-server.test.helper.js';

const CHARACTERS = 'abcXYZ019 -_:;,.~{}\u00e9\u00ff'.split('');
const name = fc.constantFrom('x-a', 'x-b', 'impersonate-user', 'impersonate-group', 'accept');
const value = fc.oneof(
  fc.constantFrom('', 'bob', 'application/json'),
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 200 }).map((characters) => characters.join('').trim()),
);
const fields = fc.array(fc.tuple(name, value), { maxLength: 12 });

describe('HTTP/2 with any headers and body', () => {
  let server: TestServer;
  let session: ClientHttp2Session;
  before(async () => {
    server = await startTestServer({
      async handler({ rawHeaders, readBody }) {
        const head = Buffer.from(JSON.stringify(rawHeaders.slice(2)));
        // The head's length in a header, and head and body in chunks of their own.
        return { headers: { 'x-head': String(head.length) }, body: inParts(head, await readBody()) };
      },
    });
    session = connectHttp2(`http://127.0.0.1:${server.port}`);
  });
  after(async () => {
    session.destroy();
    await server.close();
  });

  /** The header lines that the server received, and the body that the client received. */
  async function ask(
    headers: readonly (readonly [string, string])[],
    parts: readonly number[],
  ): Promise<{ head: unknown; body: Buffer }> {
    const lines: Record<string, string[]> = {};
    for (const [key, text] of headers) (lines[key] ??= []).push(text);
    const stream = session.request({ ':path': '/', ':method': 'POST', ...lines });
    for (const length of parts) stream.write(Buffer.alloc(length, 'x'));
    stream.end();
    let size = 0;
    stream.once('response', (answered) => (size = Number(answered['x-head'])));
    const received: Buffer[] = [];
    for await (const chunk of stream) received.push(chunk as Buffer);
    const all = Buffer.concat(received);
    return { head: JSON.parse(all.toString('utf8', 0, size)), body: all.subarray(size) };
  }

  it('delivers all header lines and the body, from a client with dynamic table and Huffman coding', async () => {
    const request = fc.record({
      headers: fields,
      parts: fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 4 }),
    });
    const several = fc.array(request, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(several, async (requests) => {
        const answers = await Promise.all(requests.map(({ headers, parts }) => ask(headers, parts)));
        for (const [index, { head, body }] of answers.entries()) {
          const { headers = [], parts = [] } = requests[index] ?? {};
          assert.deepEqual(head, byName(headers).flat());
          assert.deepEqual(body, Buffer.alloc(sum(parts), 'x'));
        }
      }),
      { numRuns: 25, seed: 7541 },
    );
  });

  it('sends the date', async () => {
    const stream = session.request({ ':path': '/' });
    const dated = new Promise<string>((resolve) => stream.once('response', ({ date }) => resolve(String(date))));
    stream.resume();
    const date = await dated;
    assert.equal(new Date(date).toUTCString(), date);
  });

  it('decodes any header block to fields or a connection error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          assert.equal(headerDecoder(1000).decode(Buffer.from(bytes)).fields.length % 2, 0);
        } catch (error) {
          assert.equal((error as { readonly code?: unknown }).code, 9);
        }
      }),
      { numRuns: 1000, seed: 7541 },
    );
  });
});

async function* inParts(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** As node:http2 sends them: repeated names together. */
function byName(headers: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const names = [...new Set(headers.map(([key]) => key))];
  return names.flatMap((key) => headers.filter(([other]) => other === key));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
