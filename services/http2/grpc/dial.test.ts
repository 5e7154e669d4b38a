import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dial, type Connection } from './dial.js';
import type { UnaryOptions } from './calls.js';
import { RpcError } from './rpc-error.js';

const OPTIONS: UnaryOptions = { metadata: {}, timeoutMs: 2000 };
const HEADERS = { ':status': 200, 'content-type': 'application/grpc' };

/** The server's limit of concurrent streams. */
const ROOM = 100;

describe('a gRPC connection', () => {
  let server: Http2Server;
  let connection: Connection;
  let sessions: ServerHttp2Session[] = [];
  /** Open streams at the server. */
  const streams = new Set<ServerHttp2Stream>();
  let answer: (stream: ServerHttp2Stream) => void;

  beforeEach(async () => {
    server = createServer({ settings: { maxConcurrentStreams: ROOM } }).listen(0, '127.0.0.1');
    server.on('session', (session) => {
      sessions.push(session);
      session.on('error', () => {});
    });
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      streams.add(stream);
      stream.on('close', () => streams.delete(stream));
      answer(stream);
    });
    await once(server, 'listening');
    connection = await dial(origin(), { timeoutMs: 1000 });
  });

  afterEach(async () => {
    connection.destroy('done');
    for (const session of sessions) session.destroy();
    sessions = [];
    server.close();
    await once(server, 'close');
  });

  /** Resolves when all streams have ended on both sides and the stream limit is free again. */
  const quiet = async () => {
    await Promise.all([...streams].map((stream) => once(stream, 'close')));
    assert.equal(connection.room, ROOM);
  };
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = (options: Partial<UnaryOptions> = {}) =>
    connection.unary('/service/Method', Buffer.from('question'), { ...OPTIONS, ...options });

  it('returns the response message, however it is split into chunks', async () => {
    const text = 'x'.repeat(100_000);
    answer = (stream) => {
      stream.respond(HEADERS, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      const bytes = message(text);
      stream.write(bytes.subarray(0, 3));
      stream.write(bytes.subarray(3, 70_000));
      setTimeout(() => stream.end(bytes.subarray(70_000)), 5);
    };
    assert.equal(String(await call()), text);
    await quiet();
  });

  it('sends a large message through a Unix socket', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'grpc-'));
    const path = join(directory, 'a b.sock');
    let received = 0;
    const local = createServer().listen(path);
    local.on('stream', (stream, headers) => {
      stream.on('data', (part: Buffer) => (received += part.length));
      stream.on('end', () => {
        stream.respond({ ...HEADERS, 'grpc-status': '0' }, { waitForTrailers: false });
        stream.end(message(String(headers[':authority'])));
      });
    });
    await once(local, 'listening');
    const socket = await dial(`unix://${encodeURI(path)}`, { timeoutMs: 1000 });
    try {
      const sent = Buffer.alloc(3_000_000);
      assert.equal(String(await socket.unary('/service/Method', sent, OPTIONS)), 'localhost');
      assert.equal(received, sent.length + 5);
    } finally {
      socket.destroy('done');
      local.close();
      await rm(directory, { recursive: true });
    }
  });

  const failures = [
    ['the error in the trailers', { 'grpc-status': '11', 'grpc-message': 'etcd: 50%25 gone' }, 11, 'etcd: 50% gone'],
    ['an error with invalid percent-encoding', { 'grpc-status': '2', 'grpc-message': '100%' }, 2, '100%'],
    ['an HTTP error', { ':status': 503 }, 14, 'HTTP status 503'],
  ] as const;
  for (const [name, headers, code, details] of failures) {
    it(`rejects with ${name}`, async () => {
      answer = (stream) => stream.respond({ ...HEADERS, ...headers }, { endStream: true });
      await assert.rejects(call(), failure(code, details, true));
    });
  }

  it('reports when the server certainly did not execute the call', async () => {
    answer = (stream) => stream.close(7);
    await assert.rejects(call(), failure(14, /code 7/, false));
    connection.destroy('gone');
    assert.equal(connection.usable, false);
    await assert.rejects(call(), failure(14, /No connection established/, false));
    server.close();
    const unreachable = createTcpServer().listen(0, '127.0.0.1');
    await once(unreachable, 'listening');
    const { port } = unreachable.address() as AddressInfo;
    unreachable.close();
    await once(unreachable, 'close');
    await assert.rejects(dial(`http://127.0.0.1:${port}`, { timeoutMs: 1000 }), failure(14, /ECONNREFUSED/, false));
  });

  it('reports an unknown outcome when the connection breaks', async () => {
    answer = (stream) => stream.session?.destroy();
    await assert.rejects(call(), failure(14, /./, true));
  });

  it('fails at the timeout and on abort', async () => {
    answer = () => {};
    await assert.rejects(call({ timeoutMs: 50 }), failure(4, 'timeout', true));
    await assert.rejects(call({ signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' });
    await assert.rejects(call({ signal: AbortSignal.abort(new Error('enough')) }), /enough/);
    await quiet();
  });

  it('sends nothing when the signal is already aborted', async () => {
    let asked = 0;
    answer = (stream) => {
      asked += 1;
      stream.respond({ ...HEADERS, 'grpc-status': '11' }, { endStream: true });
    };
    await assert.rejects(call({ signal: AbortSignal.abort(new Error('enough')) }), /enough/);
    await assert.rejects(call(), failure(11, '', true));
    assert.equal(asked, 1);
  });

  it('reports a call that timed out in the queue as not sent', async () => {
    const narrow = createServer({ settings: { maxConcurrentStreams: 1 } }).listen(0, '127.0.0.1');
    narrow.on('session', (session) => sessions.push(session.on('error', () => {})));
    narrow.on('stream', (stream) => stream.on('error', () => {}));
    await once(narrow, 'listening');
    const { port } = narrow.address() as AddressInfo;
    const other = await dial(`http://127.0.0.1:${port}`, { timeoutMs: 1000 });
    const first = other.unary('/service/Method', Buffer.alloc(0), { ...OPTIONS, timeoutMs: 60_000 });
    const second = other.unary('/service/Method', Buffer.alloc(0), { ...OPTIONS, timeoutMs: 20 });
    await assert.rejects(second, failure(4, 'timeout', false));
    other.destroy('done');
    await assert.rejects(first, failure(14, 'done', true));
    narrow.close();
  });

  it('rejects a truncated message', async () => {
    answer = (stream) => {
      stream.respond(HEADERS, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(message('whole').subarray(0, 8));
    };
    await assert.rejects(call(), failure(2, /message/, true));
  });

  it('fails with invalid credentials, without side effects', async () => {
    const dialing = dial('https://127.0.0.1:1', { tls: { cert: 'none', key: 'none' }, timeoutMs: 1 });
    await assert.rejects(dialing, failure(14, /No connection established/, false));
    // Its timeout must not fire later.
    await delay(5);
  });

  it('does not count a server that accepts and sends nothing as connected', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await assert.rejects(dial(`http://127.0.0.1:${port}`, { timeoutMs: 100 }), failure(14, /timeout/, false));
    silent.close();
  });

  it('ends with its signal, during and after the connection attempt', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const ending = new AbortController();
    const options = { timeoutMs: 60_000, signal: ending.signal };
    const made = await dial(origin(), options);
    const making = dial(`http://127.0.0.1:${port}`, options);
    ending.abort();
    await assert.rejects(making, failure(14, /closed/, false));
    assert.equal(made.usable, false);
    await assert.rejects(dial(origin(), options), failure(14, /closed/, false));
    silent.close();
  });

  it("reports the server's stream limit, and leave() ends it after the last call", async () => {
    const open: ServerHttp2Stream[] = [];
    answer = (stream) => void open.push(stream);
    const calls = [call(), call()];
    assert.equal(connection.room, ROOM - 2);
    connection.leave();
    await assert.rejects(call(), failure(14, /closed/, false));
    while (open.length < 2) await delay(1);
    const closed = new Promise<void>((resolve) => connection.onClose(resolve));
    for (const stream of open) stream.respond({ ...HEADERS, 'grpc-status': '11' }, { endStream: true });
    for (const each of calls) await assert.rejects(each, failure(11, '', true));
    await closed;
  });

  it('can be aborted at any moment', async () => {
    // Activity of a session after its end would be an uncaught exception.
    const times = Array.from({ length: 60 }, (_, index) => (index % 12) / 2);
    const dials = await Promise.allSettled(times.map((time) => dial(origin(), { timeoutMs: time })));
    for (const each of dials) if (each.status === 'fulfilled') each.value.destroy('done');
  });

  it('accepts no new calls after GOAWAY and finishes those in flight', async () => {
    answer = (stream) => {
      stream.session?.goaway();
      setTimeout(() => {
        stream.respond(HEADERS, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        stream.end(message('late'));
      }, 50);
    };
    const underWay = call();
    await delay(25);
    assert.equal(connection.usable, false);
    assert.equal(String(await underWay), 'late');
  });

  it('streams messages, several in one chunk and one in several chunks', async () => {
    answer = (stream) => {
      stream.respond(HEADERS);
      const bytes = Buffer.concat(['one', 'two', '', 'three'].map(message));
      for (const piece of [bytes.subarray(0, 2), bytes.subarray(2, 17), bytes.subarray(17)]) stream.write(piece);
      setTimeout(() => stream.close(2), 20);
    };
    const seen: string[] = [];
    const reading = async () => {
      for await (const part of connection.stream('/service/Stream', {})) seen.push(String(part));
    };
    await assert.rejects(reading(), failure(14, /./, true));
    assert.deepEqual(seen, ['one', 'two', '', 'three']);
  });

  it('keeps an unread stream from blocking others', async () => {
    answer = (stream) => {
      stream.respond(HEADERS, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(message('x'.repeat(3_000_000)));
    };
    const unread = Array.from({ length: 20 }, () => connection.stream('/service/Stream', {}));
    await delay(50);
    assert.equal((await call()).length, 3_000_000);
    for (const stream of unread) stream.cancel();
  });
});

function message(text: string): Buffer {
  const body = Buffer.from(text);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(body.length, 1);
  return Buffer.concat([prefix, body]);
}

function failure(code: number, details: string | RegExp, sent: boolean) {
  return (error: unknown) => {
    assert.ok(error instanceof RpcError, String(error));
    assert.deepEqual([error.code, error.sent], [code, sent]);
    if (typeof details === 'string') assert.equal(error.details, details);
    else assert.match(error.details, details);
    return true;
  };
}
