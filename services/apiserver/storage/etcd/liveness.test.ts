import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { CallError, createEndpoint, type Endpoint } from './endpoint.js';
import { keepChecking } from './liveness.js';
import { compactRpc, type MemberStatus } from './messages.js';

const led = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: true, term });
const leaderless = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: false, term });

describe('a connection to a member of etcd', () => {
  const cases: readonly (readonly [string, MemberStatus | undefined, readonly (MemberStatus | undefined)[], number])[] =
    [
      ['is kept while one leads', led(2), [led(2), led(2)], 0],
      ['is replaced when another one is elected', led(2), [led(3), led(3)], 1],
      ['is replaced at each election', led(2), [led(3), led(4)], 2],
      ['is kept where nobody leads for a moment', led(2), [leaderless(2), led(2)], 0],
      ['is replaced when it turns out that somebody else leads since', led(2), [leaderless(2), led(3)], 1],
      ['is replaced when nobody leads for long, once', led(2), [leaderless(2), leaderless(3), leaderless(4)], 1],
      ['is kept by the first leader', leaderless(2), [leaderless(3), leaderless(4), led(5)], 0],
      ['is kept where the member may not be asked', undefined, [undefined, undefined], 0],
    ];
  for (const [name, first, answers, losses] of cases) {
    it(name, async () => {
      const left = [...answers];
      let lost = 0;
      await new Promise<void>((resolve) => {
        const stop = keepChecking(
          { usable: true, destroy: assert.fail },
          {
            first,
            intervalMs: 1,
            onLostLeader: () => lost++,
            async ask() {
              if (left.length > 0) return left.shift();
              stop();
              resolve();
              return undefined;
            },
          },
        );
      });
      assert.equal(lost, losses);
    });
  }

  it('ends when there is no answer', async () => {
    const reason = await new Promise((resolve) => {
      const ask = () => Promise.reject(new Error('no answer in time'));
      const stop = keepChecking(
        { usable: true, destroy: (why) => (stop(), resolve(why)) },
        { first: led(2), ask, onLostLeader: assert.fail, intervalMs: 1 },
      );
    });
    assert.equal(reason, 'etcd does not answer');
  });
});

describe('a call that is on its way to a leader that is none any more', () => {
  let server: Http2Server;
  let endpoint: Endpoint;
  let term: number;
  const sessions = new Set<ServerHttp2Session>();
  before(async () => {
    term = 2;
    server = createServer().listen(0, '127.0.0.1');
    server.on('session', (session) => {
      sessions.add(session);
      session.on('error', () => {});
    });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      // All else is never answered.
      if (headers[':path'] !== '/etcdserverpb.Maintenance/Status') return;
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(statusMessage(term));
    });
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const timing = { checkIntervalMs: 5, graceMs: 1 };
    endpoint = createEndpoint({
      ...timing,
      address,
      isSecure: false,
      credentials: () => ({}),
      dialTimeoutMs: 10_000,
      onError: () => {},
    });
  });
  after(async () => {
    endpoint.close();
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, 'close');
  });

  it('fails soon, and nobody knows what became of it; the next call has another connection', async () => {
    await endpoint.waitUntilReady(Date.now() + 10_000);
    const call = endpoint.unary(compactRpc(1), { deadline: Date.now() + 3_600_000 });
    term = 3;
    await assert.rejects(call, (error) => error instanceof CallError && error.sent);
    await endpoint.waitUntilReady(Date.now() + 10_000);
    assert.equal(sessions.size, 2);
  });
});

/** What a member answers that knows a leader, framed. */
function statusMessage(term: number): Buffer {
  const writer = new ProtobufWriter();
  writer.uint32(tagOf(2, WIRE.bytes));
  writer.bytes(Buffer.from('3.5.16'));
  for (const [field, value] of [
    [4, 7],
    [6, term],
  ] as const) {
    writer.uint32(tagOf(field, WIRE.varint));
    writer.int64(value);
  }
  const message = writer.finish();
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
