import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { BadResponseError, createResponseReader } from './response-reader.js';

interface Read {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  isReusable: boolean | undefined;
}

/** Reads a response in parts of `size` bytes. */
function read(text: string, size: number, closes = false): Read {
  const found: Read = { status: 0, headers: {}, body: '', isReusable: undefined };
  const reader = createResponseReader({
    onHead: (status, headers) => Object.assign(found, { status, headers: { ...headers } }),
    onBody: (part) => void (found.body += part.toString('latin1')),
    onEnd: ({ isReusable }) => void (found.isReusable = isReusable),
  });
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
  if (closes) reader.close();
  return found;
}

/** What is read of any bytes, or that they are refused. */
function outcomeOf(text: string, size: number): Read | 'refused' {
  try {
    return read(text, size, true);
  } catch (error) {
    if (error instanceof BadResponseError) return 'refused';
    throw error;
  }
}

const FRAMING: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

const SIZES = [1, 2, 3, 7, 1000];

describe('a response', () => {
  const GOOD: readonly (readonly [what: string, text: string, expected: Partial<Read>, closes?: boolean])[] = [
    [
      'with a length',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
      { status: 200, body: 'abc', isReusable: true },
    ],
    ['without a body', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', { status: 200, body: '', isReusable: true }],
    ['without content', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '', isReusable: true }],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n',
      { body: 'abc0123456789', isReusable: true },
    ],
    ['until the end', 'HTTP/1.1 200 OK\r\n\r\nabc', { body: 'abc', isReusable: false }, true],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na', { body: 'a', isReusable: false }],
    [
      'of HTTP/1.0 that keeps the connection',
      'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\na',
      { isReusable: true },
    ],
    ['that closes', 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 1\r\n\r\na', { isReusable: false }],
    [
      'after others',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
      { status: 201, headers: { 'content-length': '0' } },
    ],
    [
      'with headers',
      'HTTP/1.1 200 OK\r\nA:  b c \r\nA: d\r\n__proto__: e\r\nContent-Length: 0\r\n\r\n',
      { headers: { a: 'b c, d', ['__proto__']: 'e', 'content-length': '0' } },
    ],
  ];
  for (const [what, text, expected, closes] of GOOD) {
    it(what, () => {
      for (const size of SIZES) {
        const found = read(text, size, closes);
        for (const key of ['status', 'headers', 'body', 'isReusable'] as const) {
          if (key in expected) assert.deepEqual(found[key], expected[key], `${key} in parts of ${size}`);
        }
      }
    });
  }

  const BAD: readonly (readonly [what: string, text: string])[] = [
    ['of another protocol', 'SSH-2.0\r\n\r\n'],
    ['with a bad status', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['that switches protocols', 'HTTP/1.1 101 x\r\nUpgrade: a\r\n\r\n'],
    ['with a folded header', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'],
    ['with a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
    ['with a space in a name', 'HTTP/1.1 200 OK\r\nA : b\r\n\r\n'],
    ['with a control character', 'HTTP/1.1 200 OK\r\nA: \u0000\r\n\r\n'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['with a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['with a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['with another encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    ['with a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
    ['with a long chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
    ['with a long chunk extension', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(2000)}`],
    ['with a long head', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}`],
    ['with more bytes', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'],
    ['that ends early', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na'],
    ['that ends in its head', 'HTTP/1.1 200 OK\r\nContent'],
    ['that ends in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na'],
  ];
  for (const [what, text] of BAD) {
    it(`is refused ${what}`, () => {
      for (const size of SIZES) assert.throws(() => read(text, size, true), BadResponseError);
    });
  }

  const TOKEN = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
  const TEXT = fc.stringMatching(/^[!-~]{1,8}$/);
  const PARTS = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }), { maxLength: 5 });

  it('is read as it was written, in any form and in any parts', () => {
    const written = fc.record({
      headers: fc.dictionary(TOKEN, TEXT, { maxKeys: 4 }),
      parts: PARTS,
      isChunked: fc.boolean(),
    });
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 60 }), ({ headers, parts, isChunked }, size) => {
        const own = Object.entries(headers).filter(([name]) => !FRAMING.has(name));
        const body = parts.join('');
        const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
        const chunks = [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
        const lines = ['HTTP/1.1 200 OK', ...own.map(([name, value]) => `${name}: ${value}`), framing];
        const found = read(`${lines.join('\r\n')}\r\n\r\n${isChunked ? chunks.join('') : body}`, size);
        assert.deepEqual([found.status, found.body, found.isReusable], [200, body, true]);
        for (const [name, value] of own) assert.equal(found.headers[name], value);
      }),
    );
  });

  it('is read to its end or refused, whatever the bytes', () => {
    const bytes = fc.stringMatching(
      /^(HTTP\/1\.1 200 OK\r\n)?([a-z0-9:;, \r\n\0-]|\r\n|transfer-encoding: chunked|content-length: 3){0,60}$/,
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 20 }), (text, size) => {
        const whole = outcomeOf(text, 1000);
        assert.deepEqual(outcomeOf(text, size), whole);
      }),
    );
  });

  it('takes linear time for a header of spaces', () => {
    const text = `HTTP/1.1 200 OK\r\nA: b${' '.repeat(60_000)}c\r\nContent-Length: 0\r\n\r\n`;
    assert.equal(read(text, 100_000).headers['a']?.length, 60_002);
  });
});
