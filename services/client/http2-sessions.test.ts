import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { HttpsTransportOptions } from './https-transport.js';
import { openWorkshop, relay, sendRequest, textOf, until, type Workshop } from './servers.test.helper.js';

const { NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;

const WATCH = '/?watch=true';
const sessionOf = ({ session }: ServerHttp2Stream): Http2Session => {
  assert.ok(session);
  return session;
};

describe('HTTP/2 connections', () => {
  let workshop: Workshop;
  before(() => {
    workshop = openWorkshop();
  });
  afterEach(() => workshop.close());
  const serve: Workshop['streams'] = (...how) => workshop.streams(...how);

  describe('without faults', () => {
    it('carry all requests and watches on one connection', async () => {
      const { transport, count } = await serve((stream, _method, target) => {
        stream.respond();
        if (target === WATCH) stream.write('event');
        else stream.end('done');
      });
      const watches = await Promise.all(Array.from({ length: 90 }, () => sendRequest(transport, 'GET', WATCH)));
      assert.equal(await textOf(sendRequest(transport, 'POST')), 'done');
      assert.equal(watches.length, 90);
      assert.equal(count(), 1);
    });

    it('are closed after the idle timeout, but not during a watch', async () => {
      const { transport, connections, count } = await serve(
        (stream, _method, target) => {
          stream.respond();
          if (target !== WATCH) stream.end('');
        },
        {},
        { idleTimeout: 30 },
      );
      const stop = new AbortController();
      await sendRequest(transport, 'GET', WATCH, { signal: stop.signal });
      await pause(100);
      assert.equal(connections.length, 1);
      stop.abort();
      await until(() => connections.length === 0);
      await textOf(sendRequest(transport, 'GET'));
      assert.equal(count(), 2);
    });

    it('are kept while requests arrive', async () => {
      const { transport, count } = await serve((stream) => stream.end(''), {}, { idleTimeout: 60 });
      const end = performance.now() + 400;
      while (performance.now() < end) {
        await textOf(sendRequest(transport, 'GET'));
        await pause(5);
      }
      assert.equal(count(), 1);
    });

    it('are kept while the server answers PINGs', async () => {
      let pings = 0;
      const { transport, connections } = await serve(
        (stream) => {
          sessionOf(stream).on('ping', () => pings++);
          stream.respond();
        },
        {},
        { pingAfter: 20, pingTimeout: 5000 },
      );
      await sendRequest(transport, 'GET', WATCH);
      await until(() => pings >= 3);
      assert.equal(connections.length, 1);
    });

    it('apply backpressure to one stream by its flow-control window, and to no other stream', async () => {
      let written = 0;
      let isFull = false;
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const { transport, count } = await serve((stream, _method, target) => {
        stream.respond();
        if (target !== WATCH) {
          stream.end('quick');
          return;
        }
        const fill = (): void => {
          isFull = false;
          while (!isFull && written < 8_000_000) {
            isFull = !stream.write(chunk);
            written += chunk.byteLength;
          }
          if (!isFull) stream.end();
        };
        stream.on('drain', fill);
        fill();
      });
      const slow = await sendRequest(transport, 'GET', WATCH);
      let before = -1;
      while (before !== written) {
        before = written;
        for (let i = 0; i < 20; i++) assert.equal(await textOf(sendRequest(transport, 'GET')), 'quick');
      }
      assert.ok(isFull && written < 2_000_000, `${written} bytes were accepted`);
      assert.equal((await collect(slow.body)).byteLength, written);
      assert.ok(written >= 8_000_000);
      assert.equal(count(), 1);
    });
  });

  describe('without free streams', () => {
    const MOST = 16;
    /** Each connection accepts one stream at a time, and ends it on request. */
    async function narrow(options: Partial<HttpsTransportOptions> = {}) {
      const streams: ServerHttp2Stream[] = [];
      const served = await serve((stream) => streams.push(stream), { maxConcurrentStreams: 1 }, options);
      const { transport } = served;
      // The server sends its limit with the first response at the latest.
      const first = sendRequest(transport, 'GET', WATCH);
      await until(() => streams.length === 1);
      return { ...served, streams, first };
    }

    it('are joined by new ones, up to a limit', async () => {
      const { transport, streams, count, first } = await narrow();
      const all = [
        first,
        ...Array.from({ length: MOST + 1 }, (_each, index) => textOf(sendRequest(transport, 'GET', `/${index}`))),
      ];
      await until(() => streams.length === MOST);
      assert.equal(count(), MOST);
      // A waiting request starts when another one ends.
      for (let done = 0; done < all.length; done++) {
        await until(() => streams.length > done);
        streams[done]?.respond();
        streams[done]?.end();
      }
      await Promise.all(all);
      assert.equal(count(), MOST);
    });

    it('end waiting requests on abort and on timeout', async () => {
      const { transport, streams, first } = await narrow({ silenceTimeout: 200 });
      const watches = [first, ...Array.from({ length: MOST - 1 }, () => sendRequest(transport, 'GET', WATCH))];
      await until(() => streams.length === MOST);
      const stop = new AbortController();
      const waiting = sendRequest(transport, 'POST', '/given-up', { signal: stop.signal });
      const late = assert.rejects(sendRequest(transport, 'POST', '/late'), /had no free stream for 200 ms/);
      stop.abort(new Error('enough'));
      await assert.rejects(waiting, /enough/);
      await late;
      const closed = assert.rejects(sendRequest(transport, 'POST', '/closed'), { code: 'ECONNRESET' });
      const ended = watches.map((watch) => assert.rejects(watch, { code: 'ECONNRESET' }));
      await transport.close();
      await Promise.all([closed, ...ended]);
      assert.equal(streams.length, MOST);
    });

    it('call beforeSending after the wait', async () => {
      const { transport, streams, first } = await narrow();
      const watches = [first, ...Array.from({ length: MOST - 1 }, () => sendRequest(transport, 'GET', WATCH))];
      for (const watch of watches) watch.catch(() => undefined);
      await until(() => streams.length === MOST);
      let isHeld = true;
      const beforeSending = (): void => {
        if (!isHeld) throw new Error('too late');
      };
      const waiting = sendRequest(transport, 'DELETE', '/', { beforeSending });
      isHeld = false;
      const refused = assert.rejects(waiting, /too late/);
      streams[0]?.close(NGHTTP2_CANCEL);
      await refused;
      assert.equal(streams.length, MOST);
    });
  });

  describe('that close', () => {
    for (const code of [NGHTTP2_NO_ERROR, NGHTTP2_ENHANCE_YOUR_CALM]) {
      it(`by GOAWAY ${code}, resend requests of any method that the server has not processed`, async () => {
        const seen: string[] = [];
        const { transport, count } = await serve((stream, method, target) => {
          seen.push(`${method} ${target}`);
          if (seen.length === 1) return;
          // The second stream is above the last one that the server processes.
          if (seen.length === 2) sessionOf(stream).goaway(code, (stream.id ?? 0) - 2);
          else {
            stream.respond();
            stream.end('again');
          }
        });
        const first = sendRequest(transport, 'GET', '/under-way').catch(() => undefined);
        await until(() => seen.length === 1);
        assert.equal(await textOf(sendRequest(transport, 'POST', '/new', { body: Buffer.from('x') })), 'again');
        assert.deepEqual(seen.slice(0, 3), ['GET /under-way', 'POST /new', 'POST /new']);
        assert.equal(count(), 2);
        await transport.close();
        await first;
      });
    }

    it('by GOAWAY, finish requests in flight and send new ones on another connection', async () => {
      const streams: ServerHttp2Stream[] = [];
      const { transport, count } = await serve((stream) => streams.push(stream));
      const first = textOf(sendRequest(transport, 'POST'));
      await until(() => streams.length === 1);
      const [old] = streams;
      assert.ok(old);
      const session = sessionOf(old);
      session.close();
      const second = (async () => {
        // The client may not have received the GOAWAY yet.
        while (count() === 1) await textOf(sendRequest(transport, 'GET'));
      })();
      await until(() => streams.length === 2);
      const closed = once(session, 'close');
      old.respond();
      old.end('finished');
      assert.equal(await first, 'finished');
      await closed;
      streams[1]?.respond();
      streams[1]?.end();
      await second;
      assert.equal(count(), 2);
    });

    it('by REFUSED_STREAM, resend the request', async () => {
      let refusals = 0;
      const bodies: string[] = [];
      const { transport, count } = await serve((stream) => {
        if (refusals++ < 2) stream.close(NGHTTP2_REFUSED_STREAM);
        else {
          stream.respond();
          stream.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk));
          stream.once('end', () => stream.end('taken'));
        }
      });
      assert.equal(await textOf(sendRequest(transport, 'PATCH', '/', { body: Buffer.from('patch') })), 'taken');
      assert.deepEqual(bodies, ['patch']);
      assert.equal(count(), 1);
    });

    it('without GOAWAY, fail requests in flight, and resend a GET on a reused connection', async () => {
      const seen: string[] = [];
      const listening = await workshop.http2();
      listening.server.on('stream', (stream: ServerHttp2Stream, headers) => {
        seen.push(String(headers[':method']));
        stream.on('error', () => undefined);
        stream.respond();
        if (headers[':path'] === WATCH) stream.write('event');
        else stream.end('done');
      });
      const between = await relay(workshop, () => listening.port);
      const times = { pingAfter: 150, pingTimeout: 150 };
      const transport = await workshop.connect(`https://127.0.0.1:${between.port}`, times);
      assert.equal(await textOf(sendRequest(transport, 'GET')), 'done');
      const watch = await sendRequest(transport, 'GET', WATCH);
      between.swallow();
      const got = sendRequest(transport, 'GET');
      const message = /did not answer a PING within 150 ms/;
      const posted = assert.rejects(sendRequest(transport, 'POST'), { code: 'ECONNRESET', message });
      await assert.rejects(collect(watch.body), { code: 'ECONNRESET', message });
      assert.equal(await textOf(got), 'done');
      await posted;
      assert.deepEqual(seen, ['GET', 'GET', 'GET']);
      assert.equal(listening.count(), 2);
    });

    it('negotiate the protocol again', async () => {
      const listener = ({ httpVersion }: { httpVersion: string }, response: { end: (text: string) => void }): void =>
        response.end(httpVersion);
      let server = await workshop.serve('HTTP/2', listener);
      const { port } = await relay(workshop, () => server.port);
      const transport = await workshop.connect(`https://127.0.0.1:${port}`);
      for (const [protocol, version] of [
        ['HTTP/2', '2.0'],
        ['HTTP/1.1', '1.1'],
        ['HTTP/2', '2.0'],
      ] as const) {
        const former = server;
        server = await workshop.serve(protocol, listener);
        for (const connection of former.connections) connection.destroy();
        assert.equal(await textOf(sendRequest(transport, 'GET')), version);
        assert.equal(await textOf(sendRequest(transport, 'POST')), version);
      }
    });
  });

  it('are disabled by DISABLE_HTTP2', async () => {
    const { url } = await workshop.serve('HTTP/2', ({ httpVersion }, response) => response.end(httpVersion), {
      allowHTTP1: true,
    });
    assert.equal(await textOf(sendRequest(await workshop.connect(url), 'GET')), '2.0');
    process.env['DISABLE_HTTP2'] = '1';
    try {
      assert.equal(await textOf(sendRequest(await workshop.connect(url), 'GET')), '1.1');
    } finally {
      delete process.env['DISABLE_HTTP2'];
    }
  });
});
