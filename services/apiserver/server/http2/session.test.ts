import assert from 'node:assert/strict';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { CODE } from '@pilothouse/runtime/http2/errors.js';
import { FLAG, PREFACE, SETTING, settingsFrame } from '@pilothouse/runtime/http2/frames.js';
import type { RequestContext } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { listen, type Listener } from '../listener.js';
import {
  frame,
  GET,
  ITSELF,
  literals,
  numbers,
  openRawSession,
  POST,
  request,
  type Fields,
  type RawSession,
} from './raw.test.helper.js';

const MOST = 4;

describe('HTTP/2, frame by frame', () => {
  let serving: Certificates['serving'];
  let listener: Listener;
  let contexts: RequestContext[];
  let raw: RawSession;
  let release: () => void;
  before(async () => {
    ({ serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() }));
  });
  beforeEach(async () => {
    contexts = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    listener = await listen({
      host: '127.0.0.1',
      port: 0,
      certificate: () => serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 5_000,
      maxStreams: MOST,
      async handler(context) {
        contexts.push(context);
        if (context.path === '/slow') await released;
        if (context.path === '/large') return textResponse(200, 'text/plain', 'x'.repeat(300_000));
        if (context.path === '/parts') return { status: 200, headers: {}, body: parts(released) };
        if (context.request.method !== 'POST') return textResponse(200, 'text/plain', 'done');
        return textResponse(200, 'text/plain', String((await context.readBody()).byteLength));
      },
    });
    raw = await openRawSession(listener);
  });
  afterEach(async () => {
    release();
    raw.socket.destroy();
    await listener.close(0);
  });
  const at = (path: string): Fields => GET.map(([name, value]) => [name, name === ':path' ? path : value] as const);
  const codeOf = ({ payload }: { readonly payload: Buffer }, offset = 0): number => payload.readUInt32BE(offset);

  const broken: readonly (readonly [name: string, code: number, frames: readonly Buffer[]])[] = [
    ['a frame of 16,385 bytes', CODE.frameSizeError, [frame('data', 0, 1, Buffer.alloc(16_385))]],
    ['a frame that is announced to be too large', CODE.frameSizeError, [Buffer.from('ffffff000000000001', 'hex')]],
    ['a stream with an even number', CODE.protocolError, [request(2)]],
    ['a request on the connection itself', CODE.protocolError, [request(0)]],
    ['data of a stream that was never opened', CODE.protocolError, [frame('data', 0, 1, Buffer.from('x'))]],
    ['data of the connection itself', CODE.protocolError, [frame('data', 0, 0, Buffer.from('x'))]],
    ['a reset of a stream that was never opened', CODE.protocolError, [numbers('reset', 1, 8)]],
    ['a reset of three bytes', CODE.frameSizeError, [request(1), frame('reset', 0, 1, Buffer.alloc(3))]],
    ['a window for a stream that was never opened', CODE.protocolError, [numbers('windowUpdate', 7, 1)]],
    ['a window that grows by nothing', CODE.protocolError, [numbers('windowUpdate', 0, 0)]],
    ['a window beyond 2^31', CODE.flowControlError, [numbers('windowUpdate', 0, 2 ** 31 - 1)]],
    ['a window of five bytes', CODE.frameSizeError, [frame('windowUpdate', 0, 0, Buffer.alloc(5))]],
    ['settings of five bytes', CODE.frameSizeError, [frame('settings', 0, 0, Buffer.alloc(5))]],
    ['settings of a stream', CODE.protocolError, [frame('settings', 0, 1)]],
    ['an acknowledgement with settings', CODE.frameSizeError, [frame('settings', FLAG.ack, 0, Buffer.alloc(6))]],
    ['an initial window of 2^31', CODE.flowControlError, [settingsFrame([[SETTING.initialWindow, 2 ** 31]])]],
    ['frames of 100 bytes at most', CODE.protocolError, [settingsFrame([[SETTING.maxFrame, 100]])]],
    ['pushes that are half wanted', CODE.protocolError, [settingsFrame([[SETTING.enablePush, 2]])]],
    ['a ping of seven bytes', CODE.frameSizeError, [frame('ping', 0, 0, Buffer.alloc(7))]],
    ['a ping of a stream', CODE.protocolError, [frame('ping', 0, 1, Buffer.alloc(8))]],
    ['a priority of the connection itself', CODE.protocolError, [frame('priority', 0, 0, Buffer.alloc(5))]],
    [
      'a priority of four bytes for what was never opened',
      CODE.frameSizeError,
      [frame('priority', 0, 1, Buffer.alloc(4))],
    ],
    ['a leave of a stream', CODE.protocolError, [frame('goAway', 0, 1, Buffer.alloc(8))]],
    ['a leave of seven bytes', CODE.frameSizeError, [frame('goAway', 0, 0, Buffer.alloc(7))]],
    ['a stream with a lower number than the last one', CODE.streamClosed, [request(5), request(3)]],
    [
      'a request on a stream that its client has broken off',
      CODE.streamClosed,
      [request(1, POST, false), numbers('reset', 1, CODE.cancel), request(1)],
    ],
    ['a promise', CODE.protocolError, [frame('push', FLAG.endHeaders, 1, Buffer.alloc(8))]],
    ['a continuation of nothing', CODE.protocolError, [frame('continuation', FLAG.endHeaders, 1)]],
    [
      'a frame within a header block',
      CODE.protocolError,
      [frame('headers', 0, 1), frame('ping', 0, 0, Buffer.alloc(8))],
    ],
    [
      'a header block that goes on for another stream',
      CODE.protocolError,
      [frame('headers', 0, 1), frame('continuation', FLAG.endHeaders, 3)],
    ],
    [
      'a header block of 1,000 empty parts',
      CODE.enhanceYourCalm,
      [frame('headers', 0, 1), ...Array.from({ length: 1000 }, () => frame('continuation', 0, 1))],
    ],
    [
      'a header block of 160 KB',
      CODE.enhanceYourCalm,
      [frame('headers', 0, 1), ...Array.from({ length: 10 }, () => frame('continuation', 0, 1, Buffer.alloc(16_384)))],
    ],
    [
      'padding that is longer than its frame',
      CODE.protocolError,
      [frame('headers', FLAG.padded | 5, 1, Buffer.from([9, 0]))],
    ],
    [
      'a priority that is not all there',
      CODE.protocolError,
      [frame('headers', FLAG.priority | 5, 1, Buffer.from([0]))],
    ],
    ['a field that no table has', CODE.compressionError, [frame('headers', 5, 1, Buffer.from([0xff, 0x00]))]],
    ['a field with the number 0', CODE.compressionError, [frame('headers', 5, 1, Buffer.from([0x80]))]],
    ['a string that is not all there', CODE.compressionError, [frame('headers', 5, 1, Buffer.from([0, 5, 97]))]],
    ['a number without end', CODE.compressionError, [frame('headers', 5, 1, Buffer.alloc(20, 0xff))]],
    ['a table that was not offered', CODE.compressionError, [frame('headers', 5, 1, Buffer.from([0x3f, 0xe2, 0x1f]))]],
    ['2,000 pings at once', CODE.enhanceYourCalm, flood(() => frame('ping', 0, 0, Buffer.alloc(8)))],
    ['2,000 settings at once', CODE.enhanceYourCalm, flood(() => frame('settings', 0, 0))],
    ['2,000 priorities at once', CODE.enhanceYourCalm, flood(() => frame('priority', 0, 1, Buffer.alloc(5)))],
    ['2,000 unknown frames at once', CODE.enhanceYourCalm, flood(() => Buffer.from('000000ff0000000000', 'hex'))],
    [
      '2,000 requests that are broken off',
      CODE.enhanceYourCalm,
      flood((id) => Buffer.concat([request(id), numbers('reset', id, 8)])),
    ],
    ['2,000 malformed requests', CODE.enhanceYourCalm, flood((id) => request(id, [...GET, ['X', 'y']]))],
    [
      '2,000 empty frames of data',
      CODE.enhanceYourCalm,
      [request(1, POST, false), ...flood(() => frame('data', 0, 1))],
    ],
  ];
  for (const [name, code, frames] of broken) {
    it(`${name} ends the connection with the error ${code}`, async () => {
      raw.send(...frames);
      assert.equal(codeOf(await raw.next('goAway'), 4), code);
      await raw.ended;
    });
  }

  const beginnings: readonly (readonly [name: string, bytes: string | Buffer])[] = [
    ['HTTP/1.1', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a preface that is wrong at its end', Buffer.concat([PREFACE.subarray(0, 23), Buffer.from('x')])],
    ['no settings', Buffer.concat([PREFACE, request(1)])],
  ];
  for (const [name, bytes] of beginnings) {
    it(`a connection that begins with ${name} is ended`, async () => {
      const other = await openRawSession({ port: listener.port, beginning: [Buffer.from(bytes)] });
      assert.equal(codeOf(await other.next('goAway'), 4), CODE.protocolError);
      await other.ended;
      assert.equal(contexts.length, 0);
    });
  }

  const malformed: readonly (readonly [name: string, fields: Fields, status: string])[] = [
    ['a name in capitals', [...GET, ['Impersonate-User', 'bob']], '400'],
    ['a blank in a name', [...GET, ['impersonate user', 'bob']], '400'],
    ['no name', [...GET, ['', 'bob']], '400'],
    ['a blank behind a value', [...GET, ['impersonate-user', 'bob ']], '400'],
    ['a blank before a value', [...GET, ['impersonate-user', ' bob']], '400'],
    ['a control character in a value', [...GET, ['impersonate-user', 'bob\u0001']], '400'],
    ['a line break in a value', [...GET, ['impersonate-user', 'bob\r\nimpersonate-group: a']], '400'],
    ['a header of the connection', [...GET, ['connection', 'close']], '400'],
    ['chunks', [...POST, ['transfer-encoding', 'chunked']], '400'],
    ['te that is gzip', [...GET, ['te', 'gzip']], '400'],
    ['no method', GET.slice(1), '400'],
    ['no scheme', [...GET.slice(0, 1), ...GET.slice(2)], '400'],
    ['no path', [...GET.slice(0, 2), ...GET.slice(3)], '400'],
    ['an empty path', at(''), '400'],
    ['a path with a blank', at('/a b'), '400'],
    ['a path that is a URL', at('http://x/'), '400'],
    ['two paths', [...GET, [':path', '/b']], '400'],
    ['a status', [...GET, [':status', '200']], '400'],
    ['a method behind a header', [['a', 'b'], ...GET], '400'],
    ['another host', [...GET, ['host', 'other']], '400'],
    ['CONNECT with a path', [[':method', 'CONNECT'], ...GET.slice(1)], '400'],
    ['two lengths', [...POST, ['content-length', '1'], ['content-length', '2']], '400'],
    ['a length that is none', [...POST, ['content-length', '-1']], '400'],
    ['a length and no body', [...POST, ['content-length', '1']], '400'],
    ['64 KiB of headers', [...GET, ['x', 'a'.repeat(66_000)]], '431'],
    ['2,000 headers', [...GET, ...Array.from({ length: 2000 }, (_, index) => [`x${index}`, 'y'] as const)], '431'],
  ];
  for (const [name, fields, status] of malformed) {
    it(`a request with ${name} is answered with ${status}, and the next one served`, async () => {
      raw.send(...inFrames(1, fields));
      assert.equal(await raw.answer(1), status);
      if (status === '400') assert.equal(codeOf(await raw.next('reset', 1)), CODE.protocolError);
      raw.send(request(3));
      assert.equal(await raw.answer(3), '200');
      assert.equal(contexts.length, 1);
    });
  }

  it('a request that is to wait for itself is malformed, too', async () => {
    const flags = FLAG.endHeaders | FLAG.endStream | FLAG.priority | FLAG.padded;
    const block = Buffer.concat([Buffer.from([0]), ITSELF, literals(GET)]);
    raw.send(frame('headers', flags, 1, block), frame('headers', flags, 3, block));
    assert.equal(await raw.answer(1), '400');
    assert.equal(codeOf(await raw.next('reset', 1)), CODE.protocolError);
    assert.equal(await raw.answer(3), '200');
  });

  it('a body of 2 MB is read through its window, in padded parts, and ended by trailers', async () => {
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

  it('a client that expects to be told to go on is told so when its body is read', async () => {
    raw.send(request(1, [...POST, ['expect', '100-continue'], ['content-length', '2']], false));
    assert.equal(String((await raw.next('headers', 1)).payload.subarray(3)), '100');
    raw.send(frame('data', FLAG.endStream, 1, Buffer.from('ab')));
    assert.equal(await raw.answer(1), '200');
  });

  it('no more requests are under way than was said, whether their clients want them or not', async () => {
    const settings = await raw.next('settings');
    assert.equal(settings.payload.readUInt32BE(2), MOST);
    for (let id = 1; id < 2 * MOST; id += 2) raw.send(request(id, at('/slow')), numbers('reset', id, CODE.cancel));
    raw.send(request(2 * MOST + 1));
    assert.equal(codeOf(await raw.next('reset')), CODE.refusedStream);
    assert.equal(contexts.length, MOST);
    assert.ok(contexts.every(({ signal }) => signal.aborted));
    release();
    raw.send(frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    raw.send(request(2 * MOST + 3));
    assert.equal(await raw.answer(2 * MOST + 3), '200');
  });

  it('an answer waits for the windows of its stream and of its connection, and others pass it', async () => {
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

  it('a window may become less than nothing', async () => {
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

  it('an answer ends without a window where nothing is left of it, even when that is less than nothing', async () => {
    raw.send(request(1, at('/parts')));
    while (sum(raw, 1) < 1000) await raw.next('data', 1);
    raw.send(settingsFrame([[SETTING.initialWindow, 0]]), frame('ping', 0, 0, Buffer.alloc(8)));
    await raw.next('ping');
    release();
    assert.equal(await raw.answer(1), '200');
  });

  it('the names and values of a table are remembered until others take their place', async () => {
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
      contexts.map((context) => context.header('x-name')?.slice(0, 4)),
      ['a, b', 'a, b', 'cccc', 'cccc'],
    );
    send(9, Buffer.from([0x80 | 63]));
    assert.equal(codeOf(await raw.next('goAway'), 4), CODE.compressionError);
  });
});

/** A body that ends later than its data. */
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

function flood(make: (stream: number) => Buffer): Buffer[] {
  return Array.from({ length: 2000 }, (_, index) => make(2 * index + 1));
}

/** A request whose header block may need several frames. */
function inFrames(stream: number, fields: Fields): Buffer[] {
  const block = literals(fields);
  const frames: Buffer[] = [];
  for (let start = 0; start < block.length; start += 16_384) {
    const isLast = start + 16_384 >= block.length;
    const flags = (start === 0 ? FLAG.endStream : 0) | (isLast ? FLAG.endHeaders : 0);
    frames.push(frame(start === 0 ? 'headers' : 'continuation', flags, stream, block.subarray(start, start + 16_384)));
  }
  return frames;
}
