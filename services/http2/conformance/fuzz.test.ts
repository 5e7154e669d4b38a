import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { openClientSession } from '../client/client-session.js';
import { FLAG, FRAME, HEAD_BYTES, LARGEST, SETTING, settingsFrame } from '../protocol/frames.js';
import { encodeHead } from '../protocol/header-encoder.js';
import { fakeSession } from '../server/fake-session.test.helper.js';
import { GET, POST, request } from '../server/raw.test.helper.js';
import { createScheduler, TURN } from '../server/scheduler.js';
import { anyFrame } from './case.test.helper.js';

const TYPES = [...Object.values(FRAME), 0x42];
const flags = fc
  .integer({ min: 0, max: 255 })
  .map((bits) => bits & (FLAG.ack | FLAG.endHeaders | FLAG.padded | FLAG.priority));
const stream = fc.constantFrom(0, 1, 3, 5, 7, 2, 9, LARGEST);
const numbers = fc
  .array(fc.constantFrom(0, 1, 65_535, LARGEST, 2 ** 32 - 1), { minLength: 1, maxLength: 3 })
  .map((values) => {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
    return bytes;
  });
const settings = fc
  .array(
    fc.tuple(
      fc.constantFrom(...Object.values(SETTING), 99),
      fc.constantFrom(0, 1, 16_384, 65_535, LARGEST, 2 ** 32 - 1),
    ),
  )
  .map((pairs) => settingsFrame(pairs));
/** A frame of any type with a payload that may fit. */
const anything = fc
  .record({
    type: fc.constantFrom(...TYPES),
    flags,
    stream,
    payload: fc.oneof(
      numbers,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  .map((each) => anyFrame(each.type, each.flags, each.stream, each.payload));
const changed = (bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc.record({ bytes, at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }).map((each) => {
    const copy = Buffer.from(each.bytes);
    // The length stays, so that the next frame is found.
    copy[3 + (each.at % (copy.length - 3))] = each.to;
    return copy;
  });

const requests = fc
  .tuple(fc.constantFrom(1, 3, 5, 7), fc.constantFrom(GET, POST), fc.boolean())
  .map((each) => request(...each));
const responses = fc.tuple(fc.constantFrom(1, 3, 5), fc.boolean()).map(([id, isEnd]) =>
  encodeHead({
    stream: id,
    fields: [
      [':status', '200'],
      ['a', 'b'],
    ],
    isEnd,
    isFirst: false,
  }),
);
const data = fc
  .tuple(fc.constantFrom(1, 3, 5), fc.constantFrom(0, FLAG.endStream, FLAG.padded), fc.integer({ min: 0, max: 16_384 }))
  .map(([id, bits, length]) => anyFrame(FRAME.data, bits, id, Buffer.alloc(length)));

/** The frames of a peer that breaks rules, in parts of any size. */
const hostile = (valid: fc.Arbitrary<Buffer>): fc.Arbitrary<{ frames: Buffer[]; part: number }> =>
  fc.record({
    frames: fc.array(fc.oneof({ weight: 3, arbitrary: valid }, data, settings, anything, changed(valid)), {
      maxLength: 30,
    }),
    part: fc.integer({ min: 1, max: 5000 }),
  });

describe('HTTP/2 with any frames', () => {
  it('a server ends the connection with GOAWAY, or still answers a PING', async () => {
    await fc.assert(
      fc.asyncProperty(hostile(requests), async ({ frames, part }) => {
        const session = fakeSession({
          scheduler: createScheduler(TURN),
          async serve(served) {
            try {
              for await (const chunk of served.request.body ?? []) if (chunk.length === 0) return;
              served.begin({ status: 200, headers: {} });
              await served.end(Buffer.from('done'));
            } catch {
              served.abort();
            }
          },
        });
        const bytes = Buffer.concat(frames);
        for (let at = 0; at < bytes.length; at += part) await session.sendAll(bytes.subarray(at, at + part));
        // Completes a frame of the claimed length, and ends a header block.
        await session.sendAll(anyFrame(FRAME.ping, 0, 0, Buffer.alloc(8)));
        const isInBlock = session.goneWith() === undefined && session.sent('ping') === 0;
        if (isInBlock) await session.sendAll(Buffer.alloc(17_000 + HEAD_BYTES));
        assert.ok(session.goneWith() !== undefined || session.sent('ping') > 0);
      }),
      { numRuns: 300 },
    );
  }).timeout(120_000);

  it('a client closes each of its streams once, at the latest with the connection', async () => {
    await fc.assert(
      fc.asyncProperty(hostile(responses), async ({ frames, part }) => {
        const closed = [0, 0, 0];
        const duplex = new Duplex({
          read: () => undefined,
          write: (_chunk, _encoding, done) => done(),
          allowHalfOpen: true,
        });
        const socket = Object.assign(duplex, { destroySoon: () => duplex.destroy() }) as unknown as Socket;
        let ends = 0;
        const session = openClientSession({
          socket,
          streamWindow: 30_000,
          connectionWindow: 65_536,
          onSettings: () => undefined,
          onGoAway: () => undefined,
          onClose: () => (ends += 1),
        });
        for (const index of closed.keys()) {
          const opened = session.open(
            [[':method', 'GET']],
            {
              onHead: () => undefined,
              onData: (bytes) => opened.taken(bytes.length),
              onClose: () => void (closed[index] = (closed[index] ?? 0) + 1),
            },
            index > 0,
          );
        }
        const bytes = Buffer.concat([settingsFrame([]), ...frames]);
        for (let at = 0; at < bytes.length && !duplex.destroyed; at += part) {
          duplex.push(bytes.subarray(at, at + part));
          await nextTurn();
        }
        session.destroy('the test ends');
        assert.deepEqual([closed, ends, session.streams()], [[1, 1, 1], 1, 0]);
      }),
      { numRuns: 300 },
    );
  }).timeout(120_000);
});
