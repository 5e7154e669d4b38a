import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { connect } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { settingsFrame } from '@pilothouse/http2/protocol/frames.js';
import { openSession } from './http2-session.js';
import { openWorkshop, sendRequest, textOf, until, type Workshop } from './servers.test.helper.js';

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;

describe('an HTTP/2 request', () => {
  let workshop: Workshop;
  before(() => {
    workshop = openWorkshop();
  });
  afterEach(() => workshop.close());
  const serve: Workshop['streams'] = (...how) => workshop.streams(...how);

  it('is cancelled by RST_STREAM with CANCEL', async () => {
    let seen = false;
    const codes: (number | undefined)[] = [];
    const { transport } = await serve((stream, _method, target) => {
      stream.once('close', () => codes.push(stream.rstCode));
      if (target === '/begun') stream.respond();
      if (target === '/begun') stream.write('x');
      else seen = true;
    });
    for (const target of ['/none', '/begun', '/left']) {
      const stop = new AbortController();
      const before = codes.length;
      const answer = sendRequest(transport, 'GET', target === '/left' ? '/begun' : target, { signal: stop.signal });
      if (target === '/none') void until(() => seen).then(() => stop.abort(new Error('enough')));
      const read = async (): Promise<void> => {
        for await (const chunk of (await answer).body) {
          if (target === '/left') return;
          stop.abort(new Error(`${chunk.byteLength} is enough`));
        }
      };
      if (target === '/left') await read();
      else await assert.rejects(read(), /enough/);
      await until(() => codes.length > before);
    }
    assert.deepEqual(codes, [NGHTTP2_CANCEL, NGHTTP2_CANCEL, NGHTTP2_CANCEL]);
  });

  it('fails when the server resets the stream', async () => {
    const { transport } = await serve((stream, _method, target) => {
      // Without this, Node ends a body cleanly before it resets the stream.
      if (target !== '/') stream.respond({}, { waitForTrailers: true });
      if (target !== '/') stream.write('half');
      setTimeout(() => stream.close(target === '/cancel' ? NGHTTP2_CANCEL : NGHTTP2_INTERNAL_ERROR), 20);
    });
    for (const target of ['/', '/half', '/cancel']) {
      await assert.rejects(textOf(sendRequest(transport, 'GET', target)), {
        code: 'ECONNRESET',
        message: /reset the stream/,
      });
    }
  });

  it('calls beforeSending again before the end of a body that waited for the window', async () => {
    for (const isHeld of [true, false]) {
      let asked = 0;
      let isEnded = false;
      let taken: ServerHttp2Stream | undefined;
      const { transport } = await serve(
        (stream) => {
          taken = stream;
          stream.once('end', () => {
            isEnded = !stream.destroyed && stream.rstCode === NGHTTP2_NO_ERROR;
            if (!isEnded) return;
            stream.respond();
            stream.end('done');
          });
        },
        { initialWindowSize: 10 },
      );
      const answer = sendRequest(transport, 'PUT', '/', {
        body: Buffer.alloc(100),
        beforeSending() {
          if (asked++ > 0 && !isHeld) throw new Error('too late');
        },
      });
      if (!isHeld) answer.catch(() => undefined);
      await until(() => taken !== undefined);
      assert.equal(asked, 1);
      taken?.resume();
      if (isHeld) assert.equal(await textOf(answer), 'done');
      else await assert.rejects(answer, /too late/);
      if (!isHeld && taken?.closed === false) await once(taken, 'close');
      assert.deepEqual([asked, isEnded], [2, isHeld]);
    }
  });

  it('is written at once with beforeSending, and else at the end of the turn', async () => {
    const settings = settingsFrame([]);
    const port = await workshop.tcp((peer) => peer.resume().write(settings));
    const socket = connect(port, '127.0.0.1');
    const session = openSession({
      socket,
      destination: { origin: 'the peer', authority: 'peer', prefix: '', headers: {}, silenceTimeout: 60_000 },
      onChange: () => undefined,
      pingAfter: 60_000,
      pingTimeout: 60_000,
      idleTimeout: 60_000,
    });
    await until(session.isReady);
    await immediate();
    for (const body of [undefined, Buffer.from('{}')]) {
      for (const beforeSending of [undefined, () => undefined]) {
        const before = socket.bytesWritten;
        const request = { method: 'DELETE', target: '/', headers: {}, ...(body && { body }) };
        const answer = session.reserve()?.({ ...request, ...(beforeSending && { beforeSending }) });
        assert.equal(socket.bytesWritten > before, beforeSending !== undefined);
        answer?.catch(() => undefined);
        await immediate();
        assert.ok(socket.bytesWritten > before);
      }
    }
    session.destroy();
  });

  it('may be answered before its body is sent', async () => {
    const { transport } = await serve((stream) => {
      stream.respond({ ':status': 413 });
      stream.end('too large');
    });
    const answer = await sendRequest(transport, 'POST', '/', { body: Buffer.alloc(1_000_000) });
    assert.deepEqual([answer.status, String(await collect(answer.body))], [413, 'too large']);
  });

  it('has a response body that can be read long after it has arrived', async () => {
    const { transport } = await serve((stream) => {
      stream.respond();
      stream.end('whole');
    });
    const { body } = await sendRequest(transport, 'GET', '/');
    await pause(50);
    assert.equal(String(await collect(body)), 'whole');
  });
});
