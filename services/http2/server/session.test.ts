import assert from 'node:assert/strict';
import { CODE } from '../protocol/errors.js';
import { FLAG, SETTING, settingsFrame } from '../protocol/frames.js';
import {
  frame,
  GET,
  literals,
  numbers,
  openRawSession,
  POST,
  request,
  type Fields,
  type RawSession,
} from './raw.test.helper.js';
import { startTestServer, type TestRequest, type TestServer } from './test-server.test.helper.js';

const MAX_STREAMS = 4;

describe('an HTTP/2 session', () => {
  let server: TestServer;
  let requests: TestRequest[];
  let raw: RawSession;
  let release: () => void;
  beforeEach(async () => {
    requests = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestServer({
      requestTimeout: 5_000,
      maxStreams: MAX_STREAMS,
      async handler(asked) {
        requests.push(asked);
        if (asked.target === '/slow') await released;
        if (asked.target === '/large') return { body: 'x'.repeat(300_000) };
        if (asked.target === '/parts') return { body: parts(released) };
        return { body: asked.method === 'POST' ? String((await asked.readBody()).byteLength) : 'done' };
      },
    });
    raw = await openRawSession(server);
  });
  afterEach(async () => {
    release();
    raw.socket.destroy();
    await server.close();
  });
  const at = (path: string): Fields => GET.map(([name, value]) => [name, name === ':path' ? path : value] as const);
  const codeOf = ({ payload }: { readonly payload: Buffer }, offset = 0): number => payload.readUInt32BE(offset);

  it('ends connections that flood the server, and serves others meanwhile', async () => {
    const flood = Buffer.concat(Array.from({ length: 20_000 }, () => numbers('windowUpdate', 0, 1)));
    const flooding = await Promise.all(Array.from({ length: 5 }, () => openRawSession(server)));
    for (const { send } of flooding) send(flood);
    raw.send(request(1));
    assert.equal(await raw.answer(1), '200');
    for (const session of flooding) {
      assert.equal(codeOf(await session.next('goAway'), 4), CODE.enhanceYourCalm);
      session.socket.destroy();
    }
  });

  it('reads a body of 2 MB through its window, in padded frames, ended by trailers', async () => {
    raw.send(request(1, POST, false));
    let allowed = 256 * 1024;
    const part = Buffer.concat([Buffer.from([10]), Buffer.alloc(16_000), Buffer.alloc(10)]);
    for (let sent = 0; sent < 125; sent++) {
      while (allowed < part.length) allowed += codeOf(await raw.next('windowUpdate', 1));
      raw.send(frame('data', FLAG.padded, 1, part));
      allowed -= part.length;
    }
    raw.send(request(1, [['x-checksum', 'a']]));
    assert.equal(await raw.answer(1), '200');
    assert.match(
      raw.received
        .filter(({ type }) => type === 'data')
        .map(({ payload }) => String(payload))
        .join(''),
      /^2000000$/,
    );
  });

  it('sends 100 Continue when the body is read', async () => {
    raw.send(request(1, [...POST, ['expect', '100-continue'], ['content-length', '2']], false));
    assert.equal(String((await raw.next('headers', 1)).payload.subarray(3)), '100');
    raw.send(frame('data', FLAG.endStream, 1, Buffer.from('ab')));
    assert.equal(await raw.answer(1), '200');
  });

  it('limits concurrent requests, including cancelled ones', async () => {
    const settings = await raw.next('settings');
    assert.equal(settings.payload.readUInt32BE(2), MAX_STREAMS);
    for (let id = 1; id < 2 * MAX_STREAMS; id += 2)
      raw.send(request(id, at('/slow')), numbers('reset', id, CODE.cancel));
    raw.send(request(2 * MAX_STREAMS + 1));
    assert.equal(codeOf(await raw.next('reset')), CODE.refusedStream);
    assert.equal(requests.length, MAX_STREAMS);
    assert.ok(requests.every(({ signal }) => signal.aborted));
    release();
    raw.send(frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    raw.send(request(2 * MAX_STREAMS + 3));
    assert.equal(await raw.answer(2 * MAX_STREAMS + 3), '200');
  });

  it('sends a response within the stream and connection windows, without delaying others', async () => {
    raw.send(settingsFrame([[SETTING.initialWindow, 1000]]), request(1, at('/large')), request(3));
    assert.equal(await raw.answer(3), '200');
    const bytes = (): number => sum(raw, 1);
    assert.equal(bytes(), 1000);
    raw.send(numbers('windowUpdate', 1, 500_000));
    while (bytes() < 65_535 - 4) await raw.next('data', 1);
    raw.send(numbers('windowUpdate', 0, 500_000));
    while (bytes() < 300_000) await raw.next('data', 1);
    assert.equal(raw.received.filter(({ stream }) => stream === 1).at(-1)?.flags, FLAG.endStream);
  });

  it('supports a negative window', async () => {
    raw.send(request(1, at('/large')));
    while (sum(raw, 1) < 65_535) await raw.next('data', 1);
    raw.send(
      settingsFrame([[SETTING.initialWindow, 0]]),
      numbers('windowUpdate', 0, 500_000),
      numbers('windowUpdate', 1, 65_536),
    );
    while (sum(raw, 1) < 65_536) await raw.next('data', 1);
    assert.equal(sum(raw, 1), 65_536);
  });

  it('ends a response without remaining bytes at a negative window', async () => {
    raw.send(request(1, at('/parts')));
    while (sum(raw, 1) < 1000) await raw.next('data', 1);
    raw.send(settingsFrame([[SETTING.initialWindow, 0]]), frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    release();
    assert.equal(await raw.answer(1), '200');
  });

  it('evicts the oldest entries of the dynamic table', async () => {
    const add = (value: string): Buffer =>
      Buffer.concat([Buffer.from([0x40]), literals([['x-name', value]]).subarray(1)]);
    const send = (id: number, block: Buffer): void =>
      raw.send(frame('headers', 5, id, Buffer.concat([literals(GET), block])));
    send(1, Buffer.concat([add('a'), add('b')]));
    send(3, Buffer.from([0x80 | 63, 0x80 | 62]));
    send(5, add('c'.repeat(4050)));
    send(7, Buffer.from([0x80 | 62]));
    assert.equal(await raw.answer(7), '200');
    assert.deepEqual(
      requests.map(({ headers }) => headers['x-name']?.slice(0, 4)),
      ['a, b', 'a, b', 'cccc', 'cccc'],
    );
    send(9, Buffer.from([0x80 | 63]));
    assert.equal(codeOf(await raw.next('goAway'), 4), CODE.compressionError);
  });
});

/** A body whose end comes later than its data. */
async function* parts(end: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(1000);
  await end;
}

function sum(raw: RawSession, stream: number): number {
  return raw.received.reduce(
    (bytes, { type, stream: id, payload }) => bytes + (type === 'data' && id === stream ? payload.length : 0),
    0,
  );
}
