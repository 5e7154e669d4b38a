import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { createDialler } from './dial.js';
import { httpsTransport } from './https-transport.js';
import {
  openWorkshop,
  PROTOCOLS,
  sendRequest,
  text,
  textOf,
  until,
  type Listener,
  type Workshop,
} from './servers.test.helper.js';
import type { Transport } from './transport.js';

describe('httpsTransport', () => {
  let workshop: Workshop;
  before(() => {
    workshop = openWorkshop();
  });
  afterEach(() => workshop.close());

  for (const protocol of PROTOCOLS) {
    describe(`over ${protocol}`, () => {
      async function serve(listener: Listener, silenceTimeout?: number): Promise<Transport> {
        const { url } = await workshop.serve(protocol, listener);
        return workshop.connect(url, silenceTimeout === undefined ? {} : { silenceTimeout });
      }

      it('sends a request below the path of the URL with the token, and returns the response', async () => {
        const { url } = await workshop.serve(protocol, (request, response) => {
          const answer = async (): Promise<void> => {
            const { method, headers, httpVersion } = request;
            const { authorization, 'x-a': own, 'content-length': length, host, ':authority': authority } = headers;
            const place = host ?? authority;
            const seen = [httpVersion, method, request.url, place, authorization, own, length, await text(request)];
            response.writeHead(201, { 'X-B': ['1', '2'] });
            response.end(JSON.stringify(seen));
          };
          void answer();
        });
        const transport = await workshop.connect(`${url}/base/`, { credentials: { token: 't' } });
        const body = Buffer.from('ä');
        const version = protocol === 'HTTP/2' ? '2.0' : '1.1';
        for (const method of ['PUT', 'DELETE']) {
          const response = await transport.request({ method, target: '/x?y=z', headers: { 'X-A': 'b' }, body });
          assert.equal(response.status, 201);
          assert.equal(response.headers['x-b'], '1, 2');
          assert.ok(!Object.keys(response.headers).some((name) => name.startsWith(':')));
          const seen = [version, method, '/base/x?y=z', new URL(url).host, 'Bearer t', 'b', '2', 'ä'];
          assert.equal(await text(response.body), JSON.stringify(seen));
        }
      });

      it('carries large bodies both ways', async () => {
        const transport = await serve((request, response) => {
          const echo = async (): Promise<void> => response.end(await text(request)) as void;
          void echo();
        });
        const body = Buffer.alloc(300_000, 'x');
        const answer = await transport.request({ method: 'POST', target: '/', headers: {}, body });
        assert.ok(body.equals(await collect(answer.body)));
      });

      it('returns responses without a body', async () => {
        const transport = await serve((_request, response) => {
          response.writeHead(204);
          response.end('');
        });
        for (const method of ['GET', 'HEAD', 'DELETE']) {
          const { status, body } = await sendRequest(transport, method, '/');
          assert.deepEqual([status, await text(body)], [204, '']);
        }
      });

      it('streams the body, and cancels the request when the reader stops early', async () => {
        let closed: Promise<unknown> | undefined;
        const transport = await serve((_request, response) => {
          closed = new Promise<void>((resolve) => void response.once('close', resolve));
          response.write('first');
        });
        const { body } = await sendRequest(transport, 'GET', '/');
        for await (const chunk of body) {
          assert.equal(Buffer.from(chunk).toString(), 'first');
          break;
        }
        await closed;
      });

      describe('with a server that stops sending', () => {
        for (const method of ['GET', 'POST']) {
          it(`fails ${method} before the response`, async () => {
            const transport = await serve(() => undefined, 50);
            await assert.rejects(sendRequest(transport, method, '/a?b=watch'), /no data from https:.* for 50 ms/);
          });
        }

        it('fails within a response body', async () => {
          const transport = await serve((_request, response) => void response.write('half'), 50);
          const read = async (): Promise<string> => textOf(sendRequest(transport, 'GET', '/'));
          await assert.rejects(read(), /no data from https:.* for 50 ms/);
        });

        it('does not end a watch', async () => {
          const transport = await serve((_request, response) => setTimeout(() => response.end('late'), 200), 50);
          const { body } = await sendRequest(transport, 'GET', '/a?x=y&watch=true');
          assert.equal(await text(body), 'late');
        });
      });

      it('calls beforeSending when connected', async () => {
        let [asked, requests] = [0, 0];
        const transport = await serve((_request, response) => {
          requests += 1;
          response.end('');
        });
        const request = { method: 'POST', target: '/', headers: {}, body: Buffer.from('x') };
        const refusal = new Error('too late');
        for (const isKept of [false, true]) {
          const beforeSending = (): void => {
            asked += 1;
            throw refusal;
          };
          await assert.rejects(transport.request({ ...request, beforeSending }), (error) => error === refusal);
          await text((await transport.request({ ...request, beforeSending: () => undefined })).body);
          assert.equal(requests, isKept ? 2 : 1);
        }
        assert.equal(asked, 2);
      });

      it('throws when the body is truncated', async () => {
        const { url, connections } = await workshop.serve(protocol, (_request, response) => {
          response.writeHead(200, { 'content-length': '10' });
          response.write('half');
          setTimeout(() => connections[0]?.destroy(), 10);
        });
        const { body } = await sendRequest(await workshop.connect(url), 'GET', '/');
        await assert.rejects(text(body), { code: 'ECONNRESET' });
      });

      it('fails with the abort reason, before and within the response', async () => {
        const transport = await serve(({ url }, response) => {
          if (url === '/head') response.write('x');
        });
        for (const target of ['/none', '/head']) {
          const stop = new AbortController();
          const reason = new Error(`no more of ${target}`);
          const rejected = assert.rejects(async () => {
            const { body } = await transport.request({ method: 'GET', target, headers: {}, signal: stop.signal });
            for await (const chunk of body) stop.abort(chunk.byteLength > 0 ? reason : undefined);
          }, reason);
          if (target === '/none') setTimeout(() => stop.abort(reason), 10);
          await rejected;
        }
        const signal = AbortSignal.abort(new Error('before'));
        await assert.rejects(transport.request({ method: 'GET', target: '/', headers: {}, signal }), /before/);
      });

      it('reuses connections, and resends only a GET when the server has closed one', async () => {
        const onConnection = new Map<unknown, number>();
        const seen: string[] = [];
        const { url, connections } = await workshop.serve(protocol, ({ method = '', socket }, response) => {
          const port = socket.remotePort;
          const count = (onConnection.get(port) ?? 0) + 1;
          onConnection.set(port, count);
          seen.push(`${method} ${count}`);
          if (count === 3) connections.find(({ remotePort }) => remotePort === port)?.destroy();
          else response.end('');
        });
        const transport = await workshop.connect(url);
        const askAndRead = async (method: string): Promise<void> => {
          await collect((await sendRequest(transport, method, '/')).body);
        };
        for (const method of ['GET', 'GET', 'GET', 'GET']) await askAndRead(method);
        await assert.rejects(askAndRead('POST'), { code: 'ECONNRESET' });
        assert.deepEqual(seen, ['GET 1', 'GET 2', 'GET 3', 'GET 1', 'GET 2', 'POST 3']);
      });

      it('fails requests in flight on close, without a resend', async () => {
        for (const method of ['GET', 'POST']) {
          const asked: unknown[] = [];
          const transport = await serve((request, response) => {
            asked.push(request.method);
            if (request.method === 'HEAD') response.end('');
            else void transport.close();
          });
          await collect((await sendRequest(transport, 'HEAD', '/')).body);
          await assert.rejects(sendRequest(transport, method, '/'), { code: 'ECONNRESET' });
          assert.deepEqual(asked, ['HEAD', method]);
        }
      });

      it('refuses requests after close', async () => {
        let count = 0;
        const transport = await serve((_request, response) => {
          count++;
          response.end('');
        });
        await transport.close();
        await assert.rejects(sendRequest(transport, 'GET', '/'), { code: 'ECONNRESET', message: /was closed$/ });
        assert.equal(count, 0);
      });

      it('opens one connection for either protocol', async () => {
        const { url, count } = await workshop.serve(protocol, (_request, response) => response.end(''));
        const transport = await workshop.connect(url);
        for (let i = 0; i < 2; i++) await collect((await sendRequest(transport, 'GET', '/')).body);
        assert.equal(count(), 1);
      });

      it('sends concurrent requests', async () => {
        const transport = await serve(({ url = '' }, response) => response.end(url));
        const targets = Array.from({ length: 30 }, (_each, index) => `/${index}`);
        const answers = await Promise.all(targets.map(async (target) => textOf(sendRequest(transport, 'GET', target))));
        assert.deepEqual(answers, targets);
      });

      it('aborts many requests by one signal, and leaves no listeners', async () => {
        const warnings: Error[] = [];
        const note = (warning: Error): void => void warnings.push(warning);
        process.on('warning', note);
        const transport = await serve((_request, response) => response.end('x'));
        const { signal } = new AbortController();
        const asked = Array.from({ length: 30 }, () =>
          transport.request({ method: 'GET', target: '/', headers: {}, signal }),
        );
        for (const { body } of await Promise.all(asked)) assert.equal(await text(body), 'x');
        await nextTurn();
        process.off('warning', note);
        assert.deepEqual(warnings, []);
        await until(() => getEventListeners(signal, 'abort').length === 0);
      });

      it('rejects header injection', async () => {
        const { url } = await workshop.serve(protocol, () => assert.fail());
        const transport = await workshop.connect(url, { credentials: { token: 'a\nb' } });
        await assert.rejects(sendRequest(transport, 'GET', '/'), { code: 'ERR_INVALID_CHAR' });
      });

      describe('with an unknown server', () => {
        const answering: Listener = (_request, response) => response.end('here');
        const cases: [string, Parameters<Workshop['connect']>[1], RegExp | undefined][] = [
          ['rejects an untrusted certificate', { caPem: '' }, /self-signed|unable to verify/],
          ['accepts any certificate with insecureSkipVerify', { caPem: '', insecureSkipVerify: true }, undefined],
          ['rejects a certificate for another name', { serverName: 'other' }, /other/],
          ['accepts a certificate for serverName', { serverName: 'localhost' }, undefined],
        ];
        for (const [name, options, message] of cases) {
          it(name, async () => {
            const { certPem: caPem } = await newTestAuthority('another');
            const { url } = await workshop.serve(protocol, answering);
            const transport = await workshop.connect(url, { ...options, ...(options?.caPem === '' && { caPem }) });
            const read = async (): Promise<string> => textOf(sendRequest(transport, 'GET', '/'));
            if (message === undefined) assert.equal(await read(), 'here');
            else await assert.rejects(read(), message);
          });
        }
      });

      it('sends its client certificate, and reports a rejection', async () => {
        const [known, unknown] = [await newTestAuthority('known'), await newTestAuthority('unknown')];
        const options = { requestCert: true, rejectUnauthorized: true, ca: known.certPem };
        const { url, connections } = await workshop.serve(
          protocol,
          (_request, response) => response.end(String(connections[0]?.getPeerCertificate().subject.CN)),
          options,
        );
        const as = async (issuer: typeof known): Promise<string> => {
          const credentials = await testCertificate({ commonName: 'ann' }, { purpose: { type: 'client' }, issuer });
          return textOf(sendRequest(await workshop.connect(url, { credentials }), 'GET', '/'));
        };
        assert.equal(await as(known), 'ann');
        await assert.rejects(as(unknown), { code: /^(ERR_SSL_|ECONNRESET|EPIPE)/ });
      });
    });
  }

  it('uses HTTP/1.1 for http URLs', async () => {
    const url = await workshop.plain(({ httpVersion }, response) => response.end(httpVersion));
    assert.equal(await textOf(sendRequest(httpsTransport({ url }), 'GET', '/')), '1.1');
  });

  it('times out a connection that is not established', async () => {
    // The server accepts the connection and never answers the TLS handshake.
    const url = `https://127.0.0.1:${await workshop.tcp((socket) => socket.resume())}`;
    const transport = await workshop.connect(url, { connectTimeout: 20 });
    const message = `no connection to ${url} within 20 ms`;
    await assert.rejects(sendRequest(transport, 'GET', '/'), { message });
  });

  it('stops connecting when all requests are aborted, and on close', async () => {
    for (const isClosed of [false, true]) {
      let begun: Socket | undefined;
      const port = await workshop.tcp((socket) => {
        begun = socket.resume();
      });
      const transport = await workshop.connect(`https://127.0.0.1:${port}`);
      const stop = new AbortController();
      const request = { method: 'GET', target: '/', headers: {}, signal: stop.signal };
      const rejected = assert.rejects(transport.request(request), /enough|was closed/);
      await until(() => begun !== undefined);
      if (isClosed) await transport.close();
      else stop.abort(new Error('enough'));
      await rejected;
      await until(() => begun?.destroyed === true);
    }
  });

  it('reports a name whose addresses all fail', async () => {
    const socket = createDialler({ url: await workshop.plain(() => undefined) }).dial(['http/1.1']);
    const failed = once(socket, 'error');
    // The error of Node.
    socket.destroy(
      new AggregateError([new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')]),
    );
    assert.match(String(await failed), /ECONNREFUSED ::1, .*ECONNREFUSED 127\.0\.0\.1/);
  });

  it('accepts only http and https URLs', () => {
    assert.throws(() => httpsTransport({ url: 'ftp://a' }), /not an http or https URL: ftp:\/\/a/);
  });

  for (const caPem of ['', 'no certificate']) {
    it(`rejects the authorities ${JSON.stringify(caPem)}`, () => {
      assert.throws(() => httpsTransport({ url: 'https://a', caPem }), /^TypeError: .* the authority cannot be used/);
    });
  }
});
