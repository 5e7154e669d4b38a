import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { CODE } from '../protocol/errors.js';
import { FLAG, LARGEST, PREFACE, SETTING, settingsFrame } from '../protocol/frames.js';
import { frame, numbers, openRawSession, POST, request, type RawSession } from './raw.test.helper.js';
import { createScheduler, TURN } from './scheduler.js';
import { createSessions, type Sessions, type SessionsOptions } from './sessions.js';
import type { Stream } from './stream.js';

const NEVER = 3_600_000;
const SOON = 20;

describe('HTTP/2 connections', () => {
  let server: Server;
  let sessions: Sessions<Socket>;
  let streams: Stream[];
  let uses: boolean[];
  let answer: (stream: Stream) => Promise<void>;
  const opened: RawSession[] = [];

  beforeEach(async () => {
    [streams, uses] = [[], []];
    answer = async (stream) => {
      stream.begin({ status: 200, headers: {} });
      await stream.end(Buffer.from('done'));
    };
    server = createServer((socket) => sessions.begin(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const { socket } of opened.splice(0)) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const begin = async (
    options: Partial<SessionsOptions<Socket>>,
    beginning?: readonly Buffer[],
  ): Promise<RawSession> => {
    sessions = createSessions({
      scheduler: createScheduler(TURN),
      maxStreams: 10,
      times: { head: NEVER, unread: NEVER, idle: NEVER },
      serve: async (stream) => {
        streams.push(stream);
        await answer(stream).catch(() => stream.abort());
      },
      onUse: (_socket, isBusy) => void uses.push(isBusy),
      checkInterval: SOON,
      ...options,
    });
    const { port } = server.address() as AddressInfo;
    const raw = await openRawSession({
      port,
      connect: () => connect(port, '127.0.0.1'),
      ...(beginning && { beginning }),
    });
    opened.push(raw);
    return raw;
  };
  const lastOf = ({ payload }: { readonly payload: Buffer }): number[] => [
    payload.readUInt32BE(0),
    payload.readUInt32BE(4),
  ];

  const late: readonly (readonly [
    what: string,
    beginning: readonly Buffer[] | undefined,
    sent: readonly Buffer[],
    code: number,
  ])[] = [
    ['send no preface', [], [], CODE.noError],
    ['send no request', undefined, [], CODE.noError],
    ['never complete a frame', undefined, [request(1), Buffer.from('0000080600000000', 'hex')], CODE.enhanceYourCalm],
    [
      'never complete a header block',
      undefined,
      [request(1), frame('headers', FLAG.endStream, 3)],
      CODE.enhanceYourCalm,
    ],
  ];
  for (const [what, beginning, sent, code] of late) {
    it(`that ${what} are closed`, async () => {
      let time = 0;
      const raw = await begin({ times: { head: SOON, unread: NEVER, idle: NEVER }, now: () => time }, beginning);
      await raw.next('settings');
      raw.send(...sent);
      // The request in the same write has been answered.
      if (sent.length > 0) await raw.answer(1);
      time = 2 * SOON;
      assert.equal(lastOf(await raw.next('goAway'))[1], code);
      await raw.ended;
    });
  }

  it('that are idle are closed, with all requests named as processed', async () => {
    const raw = await begin({ times: { head: NEVER, unread: NEVER, idle: SOON } });
    raw.send(request(1));
    await raw.answer(1);
    assert.deepEqual(lastOf(await raw.next('goAway')), [1, CODE.noError]);
    await raw.ended;
    assert.deepEqual(uses, [true, false]);
  });

  it('without progress in one response abort only that one', async () => {
    const raw = await begin({ times: { head: NEVER, unread: SOON, idle: NEVER } }, [
      PREFACE,
      settingsFrame([[SETTING.initialWindow, 0]]),
    ]);
    let failed: unknown;
    const usual = answer;
    answer = (stream) =>
      usual(stream).catch((error: unknown) => {
        failed = error;
      });
    raw.send(request(1), request(3), numbers('windowUpdate', 3, 10));
    assert.equal(await raw.answer(3), '200');
    assert.equal((await raw.next('reset', 1)).payload.readUInt32BE(0), CODE.cancel);
    assert.match(String(failed), /does not read the response/);
    raw.send(frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
  });

  it('with an incomplete request abort only that one', async () => {
    const raw = await begin({ times: { head: NEVER, unread: SOON, idle: NEVER } });
    const usual = answer;
    answer = async (stream) => {
      const parts: Uint8Array[] = [];
      for await (const part of stream.request.body ?? []) parts.push(part);
      await usual(stream);
    };
    raw.send(request(1, POST, false), frame('data', 0, 1, Buffer.from('half')), request(3));
    assert.equal(await raw.answer(3), '200');
    assert.equal((await raw.next('reset', 1)).payload.readUInt32BE(0), CODE.internalError);
    assert.deepEqual(uses, [true, false]);
  });

  it('send the table size update in the first header block, even after an encoding error', async () => {
    const raw = await begin({});
    const usual = answer;
    answer = async (stream) => stream.begin({ status: 200, headers: { warning: '\u0100' } });
    raw.send(request(1));
    await raw.next('reset', 1);
    answer = usual;
    raw.send(request(3));
    assert.equal((await raw.next('headers', 3)).payload[0], 0x20);
  });

  it('that end wait until the client has read everything, as long as it sends frames', async () => {
    let time = 0;
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    const raw = await begin({ now: () => time });
    raw.socket.allowHalfOpen = true;
    raw.send(request(1));
    await raw.answer(1);
    sessions.end();
    await once(raw.socket, 'end');
    for (; time < 12_000; time += 4_000) {
      raw.send(numbers('windowUpdate', 0, 1));
      await new Promise((resolve) => setTimeout(resolve, 3 * SOON));
      assert.equal(isClosed, false);
    }
    time += 2_000;
    await closed;
  });

  it('whose client reads nothing are closed, and no longer read', async () => {
    const raw = await begin({ times: { head: NEVER, unread: 200, idle: NEVER } });
    answer = async (stream) => {
      stream.begin({ status: 200, headers: { 'x-filler': 'x'.repeat(60_000) } });
      await stream.end();
    };
    raw.socket.pause();
    let asked = 0;
    while (!raw.socket.destroyed && asked < 2_000) {
      raw.send(request(2 * asked++ + 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!raw.socket.destroyed) raw.socket.resume();
    await raw.ended;
    assert.ok(streams.length < asked, `${streams.length} of ${asked} were served`);
  });

  it('send GOAWAY with a response at random', async () => {
    const chances = [0.02, 0.0199, 0.5];
    const raw = await begin({ goAway: { chance: 0.02, random: (limit) => limit * (chances.shift() ?? 1) } });
    raw.send(request(1));
    await raw.answer(1);
    assert.equal(
      raw.received.some(({ type }) => type === 'goAway'),
      false,
    );
    raw.send(request(3));
    await raw.answer(3);
    assert.deepEqual(lastOf(await raw.next('goAway')), [LARGEST, CODE.noError]);
    // A request after GOAWAY is served.
    raw.send(request(5));
    assert.equal(await raw.answer(5), '200');
  });

  it('that end complete accepted requests, and name the last of them', async () => {
    const raw = await begin({});
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const usual = answer;
    answer = (stream) => finished.then(() => usual(stream));
    raw.send(request(1), frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    sessions.end();
    assert.deepEqual(lastOf(await raw.next('goAway')), [1, CODE.noError]);
    raw.send(request(3), frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    finish();
    assert.equal(await raw.answer(1), '200');
    await raw.ended;
    assert.equal(streams.length, 1);
  });
});
