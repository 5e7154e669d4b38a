import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import * as fc from 'fast-check';
import { CODE } from '../protocol/errors.js';
import { FLAG, SETTING, settingsFrame } from '../protocol/frames.js';
import { anyFrame } from '../conformance/case.test.helper.js';
import { fakeSession, type FakeSession } from './fake-session.test.helper.js';
import { frame, GET, literals, numbers, POST, request } from './raw.test.helper.js';
import { createScheduler, REQUEST_UNITS, TURN } from './scheduler.js';
import type { Stream } from './stream.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CHUNK = 64 * 1024;
const X = Buffer.from('x');
/** Stream 1 has an open request, and stream 3 one that was answered before its body ended. */
const BEGINNING = Buffer.concat([request(1, POST, false), request(3, GET, false)]);

/** Useless frames, by index. */
const USELESS: Readonly<Record<string, (index: number) => Buffer>> = {
  'WINDOW_UPDATE on the connection': () => numbers('windowUpdate', 0, 1),
  'WINDOW_UPDATE on an open stream': () => numbers('windowUpdate', 1, 1),
  'WINDOW_UPDATE on an answered stream': () => numbers('windowUpdate', 3, 1),
  'DATA of one byte': () => frame('data', 0, 1, X),
  'DATA of one byte on an answered stream': () => frame('data', 0, 3, X),
  'DATA on an answered stream': () => frame('data', 0, 3, Buffer.alloc(1000)),
  'empty DATA': () => frame('data', 0, 1),
  'padding-only DATA': () => frame('data', FLAG.padded, 1, Buffer.from([3, 0, 0, 0])),
  PING: () => frame('ping', 0, 0, Buffer.alloc(8)),
  'PING acknowledgements': () => frame('ping', FLAG.ack, 0, Buffer.alloc(8)),
  SETTINGS: (index) => settingsFrame([[SETTING.initialWindow, 65_535 - (index % 2)]]),
  PRIORITY: () => frame('priority', 0, 1, Buffer.alloc(5)),
  'RST_STREAM on an answered stream': () => numbers('reset', 3, CODE.cancel),
  'unknown frames': () => anyFrame(0xff, 0, 0),
  'GOAWAY without effect': () => numbers('goAway', 0, 0, 0),
  'cancelled requests': (index) => Buffer.concat([request(5 + 2 * index), numbers('reset', 5 + 2 * index, 8)]),
  'malformed requests': (index) => request(5 + 2 * index, [...GET, ['X', 'y']]),
  'requests in many frames': (index) =>
    Buffer.concat([
      frame('headers', FLAG.endStream, 5 + 2 * index),
      ...Array.from({ length: 30 }, () => frame('continuation', 0, 5 + 2 * index)),
      frame('continuation', FLAG.endHeaders, 5 + 2 * index, literals(GET)),
    ]),
};
const names = Object.keys(USELESS);

describe('HTTP/2 floods', () => {
  /** Responds with a body of fixed text. A POST request gets no response. */
  const serve = async (stream: Stream): Promise<void> => {
    await nextTurn();
    if (stream.request.method === 'POST') return new Promise(() => undefined);
    stream.begin({ status: 200, headers: {} });
    await stream.end(Buffer.from('done'));
  };
  const flood = async (session: FakeSession, bytes: Buffer): Promise<void> => {
    for (let at = 0; at < bytes.length && session.goneWith() === undefined; at += CHUNK) {
      await session.sendAll(bytes.subarray(at, at + CHUNK));
    }
  };

  it('of any useless frames end the connection after a bounded number of frames', async () => {
    const kinds = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(kinds, async (chosen) => {
        const session = fakeSession({ scheduler: createScheduler(TURN), serve });
        await session.sendAll(BEGINNING);
        const makers = chosen.flatMap((name) => USELESS[name] ?? []);
        const frames = Array.from({ length: 6000 }, (_, index) => makers[index % makers.length]?.(index) ?? X);
        await flood(session, Buffer.concat(frames));
        assert.notEqual(session.goneWith(), undefined);
      }),
      { numRuns: 30, examples: names.map((name) => [[name]]) },
    );
  }).timeout(60_000);

  it('get a limited share of each event loop turn', async () => {
    const useful = {
      requests: (index: number) => request(2 * index + 1),
      bodies: (index: number) =>
        Buffer.concat([request(2 * index + 1, POST, false), frame('data', 0, 2 * index + 1, Buffer.alloc(300))]),
      windows: () => numbers('windowUpdate', 0, 1),
    };
    for (const [name, make] of Object.entries(useful)) {
      let served = 0;
      const scheduler = createScheduler(TURN);
      const count = (stream: Stream): Promise<void> => {
        served += 1;
        return serve(stream);
      };
      const sessions = Array.from({ length: 20 }, () => fakeSession({ scheduler, serve: count }));
      const bytes = Buffer.concat(Array.from({ length: 4000 }, (_, index) => make(index)));
      for (let turn = 0, at = 0; turn < 10; turn++, at += CHUNK) {
        const before = served;
        const consumed = sessions.map((session) => session.consumed());
        for (const session of sessions) {
          for (let part = 0; part < 4 && session.send(bytes.subarray(at, at + CHUNK)); part++);
        }
        await nextTurn();
        // Requests that start in the next turn may be counted, too.
        const most = 2 * (TURN.total / REQUEST_UNITS + (20 * TURN.least) / REQUEST_UNITS);
        assert.ok(served - before <= most, `${served - before} ${name} started in one turn`);
        for (const [index, session] of sessions.entries()) {
          if (session.goneWith() !== undefined) continue;
          assert.ok(session.consumed() - (consumed[index] ?? 0) <= 2 * CHUNK, `${name}: too much was read in one turn`);
        }
      }
      let isAnswered = false;
      const probe = fakeSession({
        scheduler,
        serve: async (stream) => {
          isAnswered = true;
          await serve(stream);
        },
      });
      await nextTurn();
      assert.ok(probe.send(request(1)));
      assert.ok(isAnswered, `a request is delayed by ${name}`);
    }
  });

  it('of one-byte DATA frames take memory in proportion to the bytes sent', async () => {
    const EACH = 1500;
    let time = 0;
    const session = fakeSession({
      scheduler: createScheduler(TURN),
      // The rate at which a connection may send tiny frames indefinitely.
      now: () => (time += 20),
      async serve({ request: { body } }) {
        if (body !== undefined) await collect(body);
      },
    });
    const streams = Array.from({ length: 170 }, (_, index) => 2 * index + 1);
    await session.sendAll(Buffer.concat(streams.map((stream) => request(stream, POST, false))));
    const round = Buffer.concat(streams.map((stream) => frame('data', 0, stream, X)));
    for (let sent = 0; sent < 100; sent++) await session.sendAll(round);
    const before = memory();
    for (let sent = 0; sent < EACH; sent++) await session.sendAll(round);
    const perByte = (memory() - before) / (EACH * round.length);
    assert.equal(session.goneWith(), undefined);
    assert.ok(perByte < 4, `${perByte} bytes of memory per byte sent`);
  }).timeout(60_000);
});

function memory(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
