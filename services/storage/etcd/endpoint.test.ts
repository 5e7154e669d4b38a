import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { CallError, createEndpoint, type Endpoint, type EndpointOptions } from './endpoint.js';
import { compactRpc } from './messages.js';

const STATUS = '/etcdserverpb.Maintenance/Status';
const WATCH = '/etcdserverpb.Watch/Watch';
const COMPACT = '/etcdserverpb.KV/Compact';
const FAR_OFF = 3_600_000;

/** A fake member that answers status requests. Tests answer other calls. */
interface Member {
  readonly address: string;
  /** The raft term. */
  term: number;
  /** Number of status requests. */
  asked: number;
  readonly sessions: Set<ServerHttp2Session>;
  /** Open watches and calls without an answer. */
  readonly open: (path: string) => readonly ServerHttp2Stream[];
  readonly stop: () => Promise<void>;
}

async function startMember(maxConcurrentStreams = 1000): Promise<Member> {
  const server: Http2Server = createServer({ settings: { maxConcurrentStreams } }).listen(0, '127.0.0.1');
  const streams = new Map<ServerHttp2Stream, string>();
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, { ':path': path = '' }) => {
    stream.on('error', () => {});
    if (path === STATUS) {
      member.asked++;
      answer(stream, statusMessage(member.term));
      return;
    }
    streams.set(stream, path);
    stream.on('close', () => streams.delete(stream));
  });
  await once(server, 'listening');
  const member: Member = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    term: 2,
    asked: 0,
    sessions,
    open: (path) => [...streams].flatMap(([stream, of]) => (of === path ? [stream] : [])),
    async stop() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return member;
}

function answer(stream: ServerHttp2Stream, message: Buffer): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(message);
}

describe('an endpoint', () => {
  let member: Member | undefined;
  let endpoint: Endpoint | undefined;
  const reported: string[] = [];

  afterEach(async () => {
    endpoint?.close();
    await member?.stop();
    reported.length = 0;
  });

  async function connect(to: Member, timing: Partial<EndpointOptions> = {}): Promise<Endpoint> {
    member = to;
    endpoint = createEndpoint({
      address: to.address,
      isSecure: false,
      credentials: () => ({}),
      dialTimeoutMs: 10_000,
      onError: (error) => reported.push(String(error)),
      checkIntervalMs: 5,
      ...timing,
    });
    await endpoint.waitUntilReady(Date.now() + 10_000);
    return endpoint;
  }
  const compact = (of: Endpoint) => of.unary(compactRpc(1), { deadline: Date.now() + FAR_OFF });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await delay(1);
  };

  describe('after a leader election', () => {
    it('fails calls in flight after the grace period, with an unknown outcome', async () => {
      const elector = await startMember();
      const one = await connect(elector, { graceMs: 1 });
      const call = compact(one);
      elector.term = 3;
      await assert.rejects(call, (error) => error instanceof CallError && error.sent);
      await one.waitUntilReady(Date.now() + 10_000);
    });

    it('opens another connection for new calls and waits for calls in flight during the grace period', async () => {
      const elector = await startMember();
      const one = await connect(elector, { graceMs: FAR_OFF });
      const call = compact(one);
      await until(() => elector.open(COMPACT).length === 1);
      elector.term = 3;
      await until(() => elector.sessions.size === 2);
      const asked = elector.asked;
      // The new connection is in use once it asks again: its first status has arrived.
      await until(() => elector.asked > asked + 3);
      const next = compact(one);
      await until(() => elector.open(COMPACT).length === 2);
      const [former, latter] = elector.open(COMPACT);
      assert.ok(former !== undefined && latter !== undefined && former.session !== latter.session);
      for (const stream of [former, latter]) answer(stream, framed(Buffer.alloc(0)));
      await Promise.all([call, next]);
    });
  });

  describe('with few streams allowed on a connection', () => {
    const streamLimitError = (limit: number, { address }: Member) =>
      `Error: etcd at ${address} allows only ${limit} concurrent streams on a connection, which delays calls: ` +
      'set its --max-concurrent-streams to 100 or more';
    const cases: readonly (readonly [limit: number, isReported: boolean, connections: readonly number[]])[] = [
      [1, true, [2, 3, 4]],
      [2, true, [1, 2, 3]],
      [3, true, [1, 1, 2]],
      [99, true, [1, 1, 1]],
      [100, false, [1, 1, 1]],
    ];
    for (const [limit, isReported, connections] of cases) {
      it(`${limit}: is ${isReported ? '' : 'not '}reported, and three watches open connections: ${connections.join(', ')}`, async () => {
        const limited = await startMember(limit);
        const one = await connect(limited, { checkIntervalMs: FAR_OFF });
        assert.deepEqual(reported, isReported ? [streamLimitError(limit, limited)] : []);
        for (const [index, count] of connections.entries()) {
          await one.watch(Date.now() + 10_000);
          await until(() => limited.open(WATCH).length === index + 1);
          assert.equal(limited.sessions.size, count);
        }
        const call = compact(one);
        await until(() => limited.open(COMPACT).length === 1);
        for (const stream of limited.open(COMPACT)) answer(stream, framed(Buffer.alloc(0)));
        await call;
      });
    }

    it('is still checked, and reported once', async () => {
      const limited = await startMember(1);
      const one = await connect(limited);
      const watch = await one.watch(Date.now() + 10_000);
      for (const asked = limited.asked; limited.asked < asked + 3;) await delay(1);
      await one.renew();
      assert.equal(one.isReady(), true);
      assert.deepEqual(reported, [streamLimitError(1, limited)]);
      watch.cancel();
    });

    it('keeps a watch connection until the watch or the call connection ends', async () => {
      const limited = await startMember(1);
      const one = await connect(limited);
      const [first, second] = [await one.watch(Date.now() + 10_000), await one.watch(Date.now() + 10_000)];
      await until(() => limited.open(WATCH).length === 2);
      first.cancel();
      await until(() => limited.sessions.size === 2);
      const [calls] = limited.sessions;
      calls?.destroy();
      await assert.rejects(async () => {
        for await (const _ of second) assert.fail();
      });
      await until(() => limited.open(WATCH).length === 0);
    });
  });

  it('aborts a connection attempt when it closes', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    endpoint = createEndpoint({
      address: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      isSecure: false,
      credentials: () => ({}),
      dialTimeoutMs: FAR_OFF,
      onError: (error) => reported.push(String(error)),
    });
    const waiting = endpoint.waitUntilReady(Date.now() + FAR_OFF);
    await once(silent, 'connection');
    endpoint.close();
    await assert.rejects(waiting, (error) => error instanceof CallError && /closed/.test(error.details));
    silent.close();
    await once(silent, 'close');
  });
});

/** A framed status response of a member with a leader. */
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
  return framed(writer.finish());
}

function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
