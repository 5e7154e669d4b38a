import assert from 'node:assert/strict';
import { CODE } from '../protocol/errors.js';
import { FLAG } from '../protocol/frames.js';
import { frame, GET, numbers, openRawSession, POST, request, type RawSession } from './raw.test.helper.js';
import { startTestServer, type TestServer } from './test-server.test.helper.js';

describe('HTTP/2 stream errors', () => {
  let server: TestServer;
  let raw: RawSession;
  let release: () => void;
  beforeEach(async () => {
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestServer({
      requestTimeout: 5_000,
      async handler({ target, method, readBody }) {
        if (target === '/slow') await released;
        else if (method === 'POST') await readBody();
        return { body: 'done' };
      },
    });
    raw = await openRawSession(server);
  });
  afterEach(async () => {
    release();
    raw.socket.destroy();
    await server.close();
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
