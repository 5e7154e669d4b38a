import assert from 'node:assert/strict';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { CODE } from '@pilothouse/runtime/http2/errors.js';
import { FLAG } from '@pilothouse/runtime/http2/frames.js';
import { textResponse } from '../../request/response.js';
import { listen, type Listener } from '../listener.js';
import { frame, GET, numbers, openRawSession, POST, request, type RawSession } from './raw.test.helper.js';

describe('HTTP/2 stream errors', () => {
  let serving: Certificates['serving'];
  let listener: Listener;
  let raw: RawSession;
  let release: () => void;
  before(async () => {
    ({ serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() }));
  });
  beforeEach(async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    listener = await listen({
      host: '127.0.0.1',
      port: 0,
      certificate: () => serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 5_000,
      async handler(context) {
        if (context.path === '/slow') await released;
        else if (context.request.method === 'POST') await context.readBody();
        return textResponse(200, 'text/plain', 'done');
      },
    });
    raw = await openRawSession(listener);
  });
  afterEach(async () => {
    release();
    raw.socket.destroy();
    await listener.close(0);
  });
  const codeOf = ({ payload }: { readonly payload: Buffer }, offset = 0): number => payload.readUInt32BE(offset);

  const answeredEarly: readonly (readonly [what: string, frames: readonly Buffer[]])[] = [
    ['data', [frame('data', 0, 1, Buffer.from('x')), frame('data', FLAG.endStream, 1)]],
    ['trailers', [request(1, [['a', 'b']])]],
    ['a reset', [numbers('reset', 1, CODE.noError)]],
  ];
  for (const [what, frames] of answeredEarly) {
    it(`${what} after an early response cause no error, and later frames do`, async () => {
      raw.send(request(1, GET, false));
      assert.equal(await raw.answer(1), '200');
      raw.send(...frames, request(3));
      assert.equal(await raw.answer(3), '200');
      raw.send(frame('data', 0, 1, Buffer.from('x')));
      // On a slow machine, the client may get RST_STREAM with NO_ERROR before.
      while (codeOf(await raw.next('reset', 1)) !== CODE.streamClosed);
    });
  }

  it('a body beyond its window resets the stream', async () => {
    // The connection window exceeds that of a stream once a handler reads a body.
    raw.send(request(1, POST, false), frame('data', FLAG.endStream, 1, Buffer.from('x')));
    assert.equal(await raw.answer(1), '200');
    const part = frame('data', 0, 3, Buffer.alloc(16_000));
    raw.send(
      request(3, [...POST.filter(([name]) => name !== ':path'), [':path', '/slow']], false),
      ...Array.from({ length: 17 }, () => part),
    );
    assert.equal(codeOf(await raw.next('reset', 3)), CODE.flowControlError);
    raw.send(request(5));
    assert.equal(await raw.answer(5), '200');
  });
});
