import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { textResponse } from '../../request/response.js';
import { startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';

/** Request line and headers, without the empty line, then a body. */
type Case = readonly [what: string, head: readonly string[], body?: string];

const CHUNKED = ['POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked'];
const POST = ['POST / HTTP/1.1', 'Host: a'];
const GET = ['GET / HTTP/1.1', 'Host: a'];

const SERVED: readonly Case[] = [
  ['one Host', GET],
  ['an empty Host', ['GET / HTTP/1.1', 'Host:']],
  ['an IPv6 address as Host', ['GET / HTTP/1.1', 'Host: [::1]:6443']],
  ['HTTP/1.0 with Host', ['GET / HTTP/1.0', 'Host: a']],
  ['HTTP/1.0 without Host', ['GET / HTTP/1.0']],
  ['an absolute target of the same host', ['GET https://a:6443/ HTTP/1.1', 'Host: A:6443']],
  ['an absolute target with the default port', ['GET https://a:443/ HTTP/1.1', 'Host: a']],
  ['an absolute target whose Host has the default port', ['GET http://a HTTP/1.1', 'Host: a:80']],
  ['an absolute target over HTTP/1.0', ['GET https://a/ HTTP/1.0']],
  ['no path but *', ['OPTIONS * HTTP/1.1', 'Host: a']],
  ['a body in chunks', CHUNKED, '2\r\nab\r\n0\r\n\r\n'],
  ['a body in chunks, in capitals', [...POST, 'TRANSFER-ENCODING: Chunked'], '2\r\nab\r\n0\r\n\r\n'],
  ['chunks with extensions', CHUNKED, '2;a=b;c="d"\r\nab\r\n0\r\n\r\n'],
  ['chunks with trailers', CHUNKED, '0\r\nHost: b\r\n\r\n'],
  ['a body with its length', [...POST, 'Content-Length: 2'], 'ab'],
];

const REFUSED: readonly Case[] = [
  ['two Hosts', [...GET, 'Host: b']],
  ['two equal Hosts', [...GET, 'host: a']],
  ['no Host', ['GET / HTTP/1.1']],
  ['a Host with a space', ['GET / HTTP/1.1', 'Host: a b']],
  ['a Host with a path', ['GET / HTTP/1.1', 'Host: a/b']],
  ['a Host with a user', ['GET / HTTP/1.1', 'Host: ann@a']],
  ['a Host with an invalid port', ['GET / HTTP/1.1', 'Host: a:b']],
  ['HTTP/0.9', ['GET /']],
  ['an explicit HTTP/0.9', ['GET / HTTP/0.9', 'Host: a']],
  ['HTTP/2.0', ['GET / HTTP/2.0', 'Host: a']],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0', '', 'SM']],
  ['HTTP/1.2', ['GET / HTTP/1.2', 'Host: a']],
  ['HTTP/3.0', ['GET / HTTP/3.0', 'Host: a']],
  ['an absolute target of another host', ['GET https://b/ HTTP/1.1', 'Host: a']],
  ['an absolute target of another port', ['GET https://a:6443/ HTTP/1.1', 'Host: a']],
  ['an absolute target with the default port of another scheme', ['GET https://a:80/ HTTP/1.1', 'Host: a']],
  ['an absolute target with a user', ['GET https://ann@a/ HTTP/1.1', 'Host: a']],
  ['an absolute target and an empty Host', ['GET https://a/ HTTP/1.1', 'Host:']],
  ['a target of another scheme', ['GET ftp://a/ HTTP/1.1', 'Host: a']],
  ['a target without a slash', ['GET version HTTP/1.1', 'Host: a']],
  ['gzip before chunked', [...POST, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  ['chunked before gzip', [...POST, 'Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
  ['an unknown coding', [...POST, 'Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['the identity coding', [...POST, 'Transfer-Encoding: identity'], 'ab'],
  ['no coding', [...POST, 'Transfer-Encoding:'], '0\r\n\r\n'],
  ['chunked twice', [...POST, 'Transfer-Encoding: chunked, chunked'], '0\r\n\r\n'],
  ['chunked in two headers', [...CHUNKED, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['gzip and chunked in two headers', [...POST, 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a coding of HTTP/1.0', ['POST / HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['a length after a coding', [...CHUNKED, 'Content-Length: 5'], '0\r\n\r\n'],
  ['a length before a coding', [...POST, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['two lengths', [...POST, 'Content-Length: 2', 'Content-Length: 3'], 'abc'],
  ['two equal lengths', [...POST, 'Content-Length: 2', 'Content-Length: 2'], 'ab'],
  ['a list of lengths', [...POST, 'Content-Length: 2, 2'], 'ab'],
  ['a negative length', [...POST, 'Content-Length: -2'], 'ab'],
  ['a length with a sign', [...POST, 'Content-Length: +2'], 'ab'],
  ['a huge length', [...POST, 'Content-Length: 99999999999999999999999'], 'ab'],
  ['a chunk of negative size', CHUNKED, '-2\r\nab\r\n0\r\n\r\n'],
  ['a chunk of huge size', CHUNKED, 'fffffffffffffffff\r\nab\r\n0\r\n\r\n'],
  ['a chunk whose size has a prefix', CHUNKED, '0x2\r\nab\r\n0\r\n\r\n'],
  ['a chunk with a wrong size', CHUNKED, '2\r\nabc\r\n0\r\n\r\n'],
  ['chunks that end in LF', CHUNKED, '2\nab\n0\n\n'],
  ['a folded header', [...GET, 'X: a', ' b']],
  ['a folded first header', ['GET / HTTP/1.1', ' X: a', 'Host: a']],
  ['a space before a colon', ['GET / HTTP/1.1', 'Host : a']],
  ['a header without a colon', [...GET, 'X']],
  ['a header without a name', [...GET, ': a']],
  ['lines that end in LF', ['GET / HTTP/1.1\nHost: a\n\n']],
  ['lines that end in CR', ['GET / HTTP/1.1\rHost: a\r\r']],
  ['a header that ends in LF', [...GET, 'X: a\nY: b']],
  ['CR in a header', [...GET, 'X: a\rb']],
  ['NUL in a header', [...GET, 'X: a\0b']],
  ['NUL in the target', ['GET /\0 HTTP/1.1', 'Host: a']],
];

describe('HTTP/1.1 requests', () => {
  let certificates: Certificates;
  let listener: Listener;
  /** Methods and bodies of the served requests. */
  let served: string[];
  before(async () => {
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
    listener = await startListener({
      certificate: () => certificates.serving,
      async handler(context) {
        const { method } = context.request;
        served.push(method);
        await context.readBody();
        return textResponse(200, 'text/plain', 'done');
      },
    });
  });
  beforeEach(() => (served = []));
  after(() => listener.close(0));

  /** Sends bytes, and returns all received bytes when the connection ends. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    await once(socket, 'secureConnect');
    socket.write(bytes, 'latin1');
    await once(socket, 'close');
    return text;
  }

  const bytesOf = (head: readonly string[], body: string): string => `${head.join('\r\n')}\r\n\r\n${body}`;
  const NEXT = 'DELETE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  for (const [what, head, body = ''] of SERVED) {
    it(`with ${what} are served`, async () => {
      const [line = '', ...headers] = head;
      const text = await exchange(bytesOf([line, ...headers, 'Connection: close'], body));
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*done/);
    });
  }

  for (const [what, head, body = ''] of REFUSED) {
    it(`with ${what} get 400, and no later request is served`, async () => {
      const text = await exchange(bytesOf(head, body) + NEXT);
      assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(text, /\r\nconnection: close\r\n/i);
      assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1);
      assert.ok(!served.includes('DELETE') && !served.includes('GET'), served.join());
    });
  }

  it('that are malformed get a Status, after the responses to earlier requests', async () => {
    const text = await exchange(`${bytesOf(GET, '')}${bytesOf([...GET, 'Host: b'], '')}${NEXT}`);
    assert.match(text, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 [^]*\{"kind":"Status".*more than one Host header.*\}\n$/);
    assert.deepEqual(served, ['GET']);
  });

  it('that are malformed get a response while the client still sends the body', async () => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    await once(socket, 'secureConnect');
    socket.write(bytesOf([...POST, 'Host: b', 'Content-Length: 1000000'], ''));
    const [part] = (await once(socket, 'data')) as [Buffer];
    assert.match(part.toString(), /^HTTP\/1\.1 400 /);
    socket.write(Buffer.alloc(1_000_000, 'x'));
    await once(socket, 'close');
    assert.deepEqual(served, []);
  });
});
