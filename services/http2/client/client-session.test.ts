import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { openClientSession, type ClientSession } from './client-session.js';
import type { ClientStream, StreamFailure } from './client-stream.js';
import { CODE } from '../protocol/errors.js';
import {
  FLAG,
  FRAME,
  frameHead,
  frameReader,
  LARGEST,
  numbersFrame,
  SETTING,
  settingsFrame,
  type Frame,
} from '../protocol/frames.js';
import { headerDecoder } from '../protocol/header-decoder.js';
import { encodeHead } from '../protocol/header-encoder.js';

const HEAD = [
  [':method', 'POST'],
  [':path', '/'],
] as const;
const STREAM_WINDOW = 100_000;

/** Events that a listener received, in order. */
interface Heard {
  readonly stream: ClientStream;
  readonly heads: (readonly string[])[];
  readonly text: () => string;
  readonly closed: Promise<StreamFailure | undefined>;
}

describe('an HTTP/2 client session', () => {
  let server: Server;
  let peer: Socket;
  let socket: Socket;
  let session: ClientSession;
  let frames: Frame[];
  let changed: () => void;
  let goAways: number;
  let closed: Promise<string>;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    await open();
  });
  afterEach(() => {
    session.destroy('done');
    peer.destroy();
    server.close();
  });

  async function open(settings: readonly (readonly [number, number])[] = []): Promise<void> {
    socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    frames = [];
    goAways = 0;
    let isReady: () => void;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    closed = new Promise((onClose) => {
      session = openClientSession({
        socket,
        streamWindow: STREAM_WINDOW,
        connectionWindow: 1_000_000,
        onSettings: () => isReady(),
        onGoAway: () => (goAways += 1),
        onClose,
      });
    });
    [peer] = (await once(server, 'connection')) as [Socket];
    peer.on('error', () => undefined);
    const reader = frameReader('client');
    peer.on('data', (bytes: Buffer) => {
      reader.add(bytes);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
        frames.push({ ...frame, payload: Buffer.from(frame.payload) });
      }
      changed?.();
    });
    peer.write(settingsFrame(settings));
    await ready;
  }

  /** Resolves when the client has sent `count` frames of a type. */
  async function sent(type: keyof typeof FRAME, count = 1): Promise<readonly Frame[]> {
    for (;;) {
      const found = frames.filter((frame) => frame.type === FRAME[type]);
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => (changed = resolve));
    }
  }
  const say = (type: keyof typeof FRAME, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)) =>
    void peer.write(Buffer.concat([frameHead(payload.byteLength, { type: FRAME[type], flags, stream }), payload]));
  const answer = (stream: number, text: string): void => {
    peer.write(encodeHead({ stream, fields: [[':status', '200']], isEnd: false, isFirst: false }));
    say('data', FLAG.endStream, stream, Buffer.from(text));
  };
  function ask(body?: Uint8Array): Heard {
    const heads: (readonly string[])[] = [];
    const parts: Buffer[] = [];
    let stream: ClientStream | undefined;
    const over = new Promise<StreamFailure | undefined>((onClose) => {
      stream = session.open(HEAD, {
        onHead: (fields) => heads.push(fields),
        onData: (part) => parts.push(Buffer.from(part)),
        onClose,
      });
    });
    assert.ok(stream);
    if (body !== undefined) stream.send(body, true);
    return { stream, heads, text: () => Buffer.concat(parts).toString(), closed: over };
  }

  it('reports headers, data and the end', async () => {
    const { heads, text, closed: over } = ask(Buffer.from('question'));
    const [head] = await sent('headers');
    assert.deepEqual(headerDecoder(1000).decode(head?.payload ?? Buffer.alloc(0)).fields, HEAD.flat());
    assert.equal((await sent('data'))[0]?.payload.toString(), 'question');
    peer.write(encodeHead({ stream: 1, fields: [[':status', '200']], isEnd: false, isFirst: true }));
    // Padded, in two parts.
    say('data', FLAG.padded, 1, Buffer.from('\u0003answ---'));
    say('data', 0, 1, Buffer.from('er'));
    peer.write(encodeHead({ stream: 1, fields: [['grpc-status', '0']], isEnd: true, isFirst: false }));
    assert.equal(await over, undefined);
    assert.equal(text(), 'answer');
    assert.deepEqual(heads, [
      [':status', '200'],
      ['grpc-status', '0'],
    ]);
    assert.equal(session.streams(), 0);
  });

  it('respects the flow-control windows and the maximum frame size', async () => {
    session.destroy('another one');
    await open([[SETTING.initialWindow, 20_000]]);
    const { closed: over } = ask(Buffer.alloc(100_000, 'x'));
    const lengths = async (count: number) => (await sent('data', count)).map(({ payload }) => payload.length);
    assert.deepEqual(await lengths(2), [16_384, 3616]);
    // All streams get a larger window; this one gets the rest it needs.
    peer.write(settingsFrame([[SETTING.initialWindow, 30_000]]));
    assert.deepEqual(await lengths(3), [16_384, 3616, 10_000]);
    peer.write(numbersFrame(FRAME.windowUpdate, 1, [1_000_000]));
    // The connection's window is 65,535 bytes.
    assert.deepEqual(await lengths(6), [16_384, 3616, 10_000, 16_384, 16_384, 2767]);
    peer.write(numbersFrame(FRAME.windowUpdate, 0, [1_000_000]));
    const all = await sent('data', 9);
    assert.equal(
      all.map(({ payload }) => payload.length).reduce((sum, length) => sum + length),
      100_000,
    );
    assert.deepEqual(all.map(({ flags }) => flags).slice(-2), [0, FLAG.endStream]);
    answer(1, '');
    assert.equal(await over, undefined);
  });

  it('sends a window update when half of a window is free', async () => {
    const { stream } = ask(Buffer.alloc(0));
    await sent('headers');
    peer.write(encodeHead({ stream: 1, fields: [[':status', '200']], isEnd: false, isFirst: true }));
    for (let at = 0; at < 6; at++) say('data', 0, 1, Buffer.alloc(16_000));
    // The connection's window is never held back, but this is less than half of it.
    const before = await sent('windowUpdate', 1);
    assert.deepEqual(
      before.map(({ stream: id }) => id),
      [0],
    );
    await read();
    stream.taken(49_000);
    stream.taken(1000);
    const [, fail] = await sent('windowUpdate', 2);
    assert.deepEqual([fail?.stream, fail?.payload.readUInt32BE(0)], [1, 50_000]);
  });

  /** Resolves when the client has read everything sent so far. */
  async function read(): Promise<void> {
    say('ping', 0, 0, Buffer.from('12345678'));
    const [pong] = await sent('ping');
    assert.deepEqual([pong?.flags, pong?.payload.toString()], [FLAG.ack, '12345678']);
  }

  it('resets a stream that exceeds its window', async () => {
    const { closed: over } = ask(Buffer.alloc(0));
    await sent('headers');
    peer.write(encodeHead({ stream: 1, fields: [[':status', '200']], isEnd: false, isFirst: true }));
    for (let at = 0; at < 7; at++) say('data', 0, 1, Buffer.alloc(16_000));
    assert.deepEqual(await over, { reason: 'the server exceeded the flow-control window', isRefused: false });
    assert.equal((await sent('reset'))[0]?.stream, 1);
  });

  it('opens no more streams than the server allows, and queues the others', async () => {
    session.destroy('another one');
    await open([[SETTING.maxStreams, 2]]);
    const asked = ['a', 'b', 'c', 'd'].map((text) => ask(Buffer.from(text)));
    await sent('data', 2);
    assert.equal(session.streams(), 4);
    // A queued stream can be cancelled and is never sent.
    asked[2]?.stream.cancel();
    answer(3, 'two');
    assert.equal(await asked[1]?.closed, undefined);
    assert.deepEqual(
      (await sent('data', 3)).map(({ stream, payload }) => [stream, payload.toString()]),
      [
        [1, 'a'],
        [3, 'b'],
        [5, 'd'],
      ],
    );
    assert.equal(session.streams(), 2);
  });

  it('opens queued streams when the server raises its limit', async () => {
    session.destroy('another one');
    await open([[SETTING.maxStreams, 0]]);
    const asked = ['a', 'b', 'c'].map((text) => ask(Buffer.from(text)));
    await read();
    assert.deepEqual(await sent('headers', 0), []);
    peer.write(settingsFrame([[SETTING.maxStreams, 2]]));
    await sent('data', 2);
    answer(1, 'one');
    assert.equal(await asked[0]?.closed, undefined);
    assert.deepEqual(
      (await sent('data', 3)).map(({ payload }) => payload.toString()),
      ['a', 'b', 'c'],
    );
  });

  it("announces an empty header table first, whatever the server's limit", async () => {
    ask(Buffer.alloc(0));
    ask(Buffer.alloc(0));
    const heads = await sent('headers', 2);
    assert.deepEqual(
      heads.map(({ payload }) => payload[0] === 0x20),
      [true, false],
    );
  });

  for (const most of [0, 1]) {
    it(`opens no stream for invalid headers, if the server allows ${most} streams`, async () => {
      session.destroy('another one');
      await open([[SETTING.maxStreams, most]]);
      const fail = (): void => assert.fail('unexpected event');
      const listener = { onHead: fail, onData: fail, onClose: fail };
      assert.throws(() => session.open([['a', '\n']], listener), TypeError);
      assert.equal(session.streams(), 0);
      session.leave();
      assert.equal(await closed, 'closed');
    });
  }

  it('reports streams above the last stream of a GOAWAY as refused', async () => {
    const asked = [ask(Buffer.alloc(0)), ask(Buffer.alloc(0)), ask(Buffer.alloc(0))];
    await sent('headers', 3);
    peer.write(numbersFrame(FRAME.goAway, 0, [3, CODE.noError]));
    assert.deepEqual(await asked[2]?.closed, { reason: 'the server sent GOAWAY', isRefused: true });
    assert.deepEqual([session.isUsable(), session.streams(), goAways], [false, 2, 1]);
    answer(1, 'one');
    answer(3, 'two');
    assert.deepEqual(await Promise.all(asked.slice(0, 2).map(({ closed: over }) => over)), [undefined, undefined]);
    assert.equal(await closed, 'closed');
  });

  const resets = [
    ['refuses it', CODE.refusedStream, true],
    ['fails', CODE.internalError, false],
  ] as const;
  for (const [name, code, isRefused] of resets) {
    it(`fails a stream that the server resets because it ${name}`, async () => {
      const { closed: over } = ask(Buffer.alloc(0));
      await sent('headers');
      peer.write(numbersFrame(FRAME.reset, 1, [code]));
      assert.deepEqual(await over, { reason: `the server reset the stream with code ${code}`, isRefused });
      assert.equal(session.isUsable(), true);
    });
  }

  it('decodes the headers of cancelled streams, on which later ones depend', async () => {
    const [given, other] = [ask(Buffer.alloc(0)), ask(Buffer.alloc(0))];
    given.stream.cancel();
    const [reset] = await sent('reset');
    assert.deepEqual([reset?.stream, reset?.payload.readUInt32BE(0)], [1, CODE.cancel]);
    // A literal with indexing, and a reference to it.
    say('headers', FLAG.endHeaders, 1, Buffer.from([0x40, 1, 0x61, 1, 0x62]));
    say('data', FLAG.endStream, 1, Buffer.from('late'));
    say('headers', FLAG.endHeaders | FLAG.endStream, 3, Buffer.from([0x80 | 62]));
    assert.equal(await other.closed, undefined);
    assert.deepEqual(other.heads, [['a', 'b']]);
    assert.deepEqual([given.heads, given.text()], [[], '']);
  });

  it('stops sending when the server has answered early', async () => {
    const { stream, closed: over } = ask();
    stream.send(Buffer.from('some'), false);
    await sent('data');
    answer(1, 'enough');
    assert.equal(await over, undefined);
    await sent('reset');
    stream.send(Buffer.from('more'), true);
    await read();
    assert.equal((await sent('data')).length, 1);
  });

  it('ends with its last stream after leave()', async () => {
    const { closed: over } = ask(Buffer.alloc(0));
    session.leave();
    assert.equal(session.isUsable(), false);
    await sent('headers');
    answer(1, 'last');
    assert.equal(await over, undefined);
    assert.equal(await closed, 'closed');
    await once(peer, 'close');
  });

  const breaks: readonly (readonly [name: string, act: () => unknown, reason: RegExp])[] = [
    ['the server closes the connection', () => peer.end(), /the connection was lost/],
    ['the connection is broken', () => peer.resetAndDestroy(), /ECONNRESET|lost/],
    ['there are several errors', () => socket.destroy(new AggregateError([new Error('a'), new Error('b')])), /^a, b$/],
    ['it is destroyed', () => session.destroy('test end'), /test end/],
    ['the server pushes', () => say('push', FLAG.endHeaders, 1, Buffer.alloc(4)), /push/],
    ['a frame is too large', () => say('data', 0, 1, Buffer.alloc(16_385)), /16385 bytes/],
    ['a frame is too short', () => say('windowUpdate', 0, 0, Buffer.alloc(3)), /3 bytes/],
    ['a stream was never opened', () => say('data', 0, 7, Buffer.alloc(1)), /stream 7/],
    ['a window has an increment of 0', () => peer.write(numbersFrame(FRAME.windowUpdate, 0, [0])), /increment of 0/],
    ['a window is too large', () => peer.write(numbersFrame(FRAME.windowUpdate, 1, [LARGEST])), /too large/],
    ['a header block is interrupted', () => (say('headers', 0, 1), say('ping', 0, 0, Buffer.alloc(8))), /interrupted/],
    ['a head cannot be read', () => say('headers', FLAG.endHeaders, 1, Buffer.from([0x80])), /header field 0/],
    ['the server does not speak HTTP/2', () => peer.write('HTTP/1.1 400 Bad Request\r\n\r\n'), /bytes/],
  ];
  for (const [name, act, reason] of breaks) {
    it(`fails all open streams once when ${name}`, async () => {
      const asked = [ask(Buffer.alloc(0)), ask()];
      await sent('headers', 2);
      act();
      assert.match(await closed, reason);
      for (const { closed: over } of asked) assert.match((await over)?.reason ?? '', reason);
      assert.deepEqual([session.isUsable(), session.streams()], [false, 0]);
    });
  }
});
