import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { openClientSession, type ClientSession } from './client-session.js';
import type { ClientStream, StreamFailure } from './client-stream.js';
import { CODE } from './errors.js';
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
} from './frames.js';
import { headerDecoder } from './header-decoder.js';
import { encodeHead } from './header-encoder.js';

const HEAD = [
  [':method', 'POST'],
  [':path', '/'],
] as const;
const STREAM_WINDOW = 100_000;

/** What a listener is told, in turn. */
interface Heard {
  readonly stream: ClientStream;
  readonly heads: (readonly string[])[];
  readonly text: () => string;
  readonly closed: Promise<StreamFailure | undefined>;
}

describe('the client of a connection that speaks HTTP/2', () => {
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
        onReady: () => isReady(),
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

  /** Resolves when the client has sent so many frames of a type. */
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

  it('tells of heads, data, and the end', async () => {
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

  it('sends no more than the windows take, in frames of the size that all take', async () => {
    session.destroy('another one');
    await open([[SETTING.initialWindow, 20_000]]);
    const { closed: over } = ask(Buffer.alloc(100_000, 'x'));
    const lengths = async (count: number) => (await sent('data', count)).map(({ payload }) => payload.length);
    assert.deepEqual(await lengths(2), [16_384, 3616]);
    // All streams may have more; of that one as much as is missing.
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

  it('lets the server send more when half a window is kept no more', async () => {
    const { stream } = ask(Buffer.alloc(0));
    await sent('headers');
    peer.write(encodeHead({ stream: 1, fields: [[':status', '200']], isEnd: false, isFirst: true }));
    for (let at = 0; at < 6; at++) say('data', 0, 1, Buffer.alloc(16_000));
    // Of the connection as a whole nothing is held back, but this is less than half of its window.
    const before = await sent('windowUpdate', 1);
    assert.deepEqual(
      before.map(({ stream: id }) => id),
      [0],
    );
    await read();
    stream.taken(49_000);
    stream.taken(1000);
    const [, told] = await sent('windowUpdate', 2);
    assert.deepEqual([told?.stream, told?.payload.readUInt32BE(0)], [1, 50_000]);
  });

  /** Resolves when the client has read what was sent until now. */
  async function read(): Promise<void> {
    say('ping', 0, 0, Buffer.from('12345678'));
    const [pong] = await sent('ping');
    assert.deepEqual([pong?.flags, pong?.payload.toString()], [FLAG.ack, '12345678']);
  }

  it('breaks off a stream on which more comes than may', async () => {
    const { closed: over } = ask(Buffer.alloc(0));
    await sent('headers');
    peer.write(encodeHead({ stream: 1, fields: [[':status', '200']], isEnd: false, isFirst: true }));
    for (let at = 0; at < 7; at++) say('data', 0, 1, Buffer.alloc(16_000));
    assert.deepEqual(await over, { reason: 'the server sent more than it may', isRefused: false });
    assert.equal((await sent('reset'))[0]?.stream, 1);
  });

  it('opens no more streams than the server takes, and the others in their turn', async () => {
    session.destroy('another one');
    await open([[SETTING.maxStreams, 2]]);
    const asked = ['a', 'b', 'c', 'd'].map((text) => ask(Buffer.from(text)));
    await sent('data', 2);
    assert.equal(session.streams(), 4);
    // One that waits can be given up, and is never sent.
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

  it('begins with those that wait when the server takes more of them', async () => {
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

  it('says first that it keeps no table, however small the server wants that', async () => {
    ask(Buffer.alloc(0));
    ask(Buffer.alloc(0));
    const heads = await sent('headers', 2);
    assert.deepEqual(
      heads.map(({ payload }) => payload[0] === 0x20),
      [true, false],
    );
  });

  for (const most of [0, 1]) {
    it(`opens nothing for a head that none can be, where the server takes ${most} streams`, async () => {
      session.destroy('another one');
      await open([[SETTING.maxStreams, most]]);
      const told = (): void => assert.fail('it is told of something');
      const listener = { onHead: told, onData: told, onClose: told };
      assert.throws(() => session.open([['a', '\n']], listener), TypeError);
      assert.equal(session.streams(), 0);
      session.leave();
      assert.equal(await closed, 'closed');
    });
  }

  it('knows which streams a server that goes has not begun with', async () => {
    const asked = [ask(Buffer.alloc(0)), ask(Buffer.alloc(0)), ask(Buffer.alloc(0))];
    await sent('headers', 3);
    peer.write(numbersFrame(FRAME.goAway, 0, [3, CODE.noError]));
    assert.deepEqual(await asked[2]?.closed, { reason: 'the server takes no more requests', isRefused: true });
    assert.deepEqual([session.isUsable(), session.streams(), goAways], [false, 2, 1]);
    answer(1, 'one');
    answer(3, 'two');
    assert.deepEqual(await Promise.all(asked.slice(0, 2).map(({ closed: over }) => over)), [undefined, undefined]);
    assert.equal(await closed, 'closed');
  });

  const resets = [
    ['has not begun with it', CODE.refusedStream, true],
    ['gives it up', CODE.internalError, false],
  ] as const;
  for (const [name, code, isRefused] of resets) {
    it(`fails for a stream that the server breaks off since it ${name}`, async () => {
      const { closed: over } = ask(Buffer.alloc(0));
      await sent('headers');
      peer.write(numbersFrame(FRAME.reset, 1, [code]));
      assert.deepEqual(await over, { reason: `the server broke it off with code ${code}`, isRefused });
      assert.equal(session.isUsable(), true);
    });
  }

  it('reads the heads of streams that it has given up, which others depend on', async () => {
    const [given, other] = [ask(Buffer.alloc(0)), ask(Buffer.alloc(0))];
    given.stream.cancel();
    const [reset] = await sent('reset');
    assert.deepEqual([reset?.stream, reset?.payload.readUInt32BE(0)], [1, CODE.cancel]);
    // A literal that enters the table, and the first field of the table.
    say('headers', FLAG.endHeaders, 1, Buffer.from([0x40, 1, 0x61, 1, 0x62]));
    say('data', FLAG.endStream, 1, Buffer.from('late'));
    say('headers', FLAG.endHeaders | FLAG.endStream, 3, Buffer.from([0x80 | 62]));
    assert.equal(await other.closed, undefined);
    assert.deepEqual(other.heads, [['a', 'b']]);
    assert.deepEqual([given.heads, given.text()], [[], '']);
  });

  it('is told of a server that has answered before it has taken all, and sends no more', async () => {
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

  it('ends with its last stream when it is left', async () => {
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
    ['the server hangs up', () => peer.end(), /the connection was lost/],
    ['the connection is broken', () => peer.resetAndDestroy(), /ECONNRESET|lost/],
    ['several things went wrong', () => socket.destroy(new AggregateError([new Error('a'), new Error('b')])), /^a, b$/],
    ['it is destroyed', () => session.destroy('enough of it'), /enough of it/],
    ['the server pushes', () => say('push', FLAG.endHeaders, 1, Buffer.alloc(4)), /push/],
    ['a frame is too large', () => say('data', 0, 1, Buffer.alloc(16_385)), /16385 bytes/],
    ['a frame is too short', () => say('windowUpdate', 0, 0, Buffer.alloc(3)), /3 bytes/],
    ['a stream was never opened', () => say('data', 0, 7, Buffer.alloc(1)), /no stream 7/],
    ['a window grows by nothing', () => peer.write(numbersFrame(FRAME.windowUpdate, 0, [0])), /by nothing/],
    ['a window is too large', () => peer.write(numbersFrame(FRAME.windowUpdate, 1, [LARGEST])), /too large/],
    ['a head is not sent in one go', () => (say('headers', 0, 1), say('ping', 0, 0, Buffer.alloc(8))), /in one go/],
    ['a head cannot be read', () => say('headers', FLAG.endHeaders, 1, Buffer.from([0x80])), /header field 0/],
    ['it is no HTTP/2', () => peer.write('HTTP/1.1 400 Bad Request\r\n\r\n'), /bytes/],
  ];
  for (const [name, act, reason] of breaks) {
    it(`fails for all that is open, once, when ${name}`, async () => {
      const asked = [ask(Buffer.alloc(0)), ask()];
      await sent('headers', 2);
      act();
      assert.match(await closed, reason);
      for (const { closed: over } of asked) assert.match((await over)?.reason ?? '', reason);
      assert.deepEqual([session.isUsable(), session.streams()], [false, 0]);
    });
  }
});
