import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ConnectionError } from './errors.js';
import { frameHead, frameReader, LARGEST, MAX_PAYLOAD, PREFACE, type Frame } from './frames.js';

const byte = fc.nat(255);
const shape = {
  type: byte,
  flags: byte,
  stream: fc.nat(LARGEST),
  length: fc.oneof(fc.nat(40), fc.constant(MAX_PAYLOAD)),
};
const frames = fc.array(fc.record(shape, { noNullPrototype: true }), { maxLength: 8 });

/** Reads frames from bytes in pieces. Overwrites each piece afterwards, as a socket reuses its buffer. */
function read(from: 'client' | 'server', bytes: Buffer, pieces: readonly number[]): Frame[] {
  const reader = frameReader(from);
  const found: Frame[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = pieces[turn % pieces.length] ?? 1;
    const received = Buffer.from(bytes.subarray(at, at + length));
    at += length;
    reader.add(received);
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
      found.push({ ...frame, payload: Buffer.from(frame.payload) });
    }
    received.fill(0xff);
  }
  assert.equal(reader.waiting(), 0);
  return found;
}

describe('the frame reader', () => {
  it('reads frames as they were written, in any pieces', () => {
    const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(9000)), { minLength: 1 });
    fc.assert(
      fc.property(frames, pieces, fc.constantFrom('client' as const, 'server' as const), (shapes, lengths, from) => {
        const sent = shapes.map(({ length, ...frame }) => ({ ...frame, payload: Buffer.alloc(length, length) }));
        const bytes = Buffer.concat([
          from === 'client' ? PREFACE : Buffer.alloc(0),
          ...sent.flatMap((frame) => [frameHead(frame.payload.length, frame), frame.payload]),
        ]);
        assert.deepEqual(read(from, bytes, lengths), sent);
      }),
    );
  });

  it('returns frames or a connection error for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('client' as const, 'server' as const),
        (bytes, from) => {
          const reader = frameReader(from);
          try {
            reader.add(Buffer.from(bytes));
            let length = 0;
            for (let frame = reader.next(); frame !== undefined; frame = reader.next())
              length += 9 + frame.payload.length;
            assert.equal(
              length + reader.waiting(),
              bytes.length - (length > 0 && from === 'client' ? PREFACE.length : 0),
            );
          } catch (error) {
            if (!(error instanceof ConnectionError)) throw error;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('copies the rest of a frame once, however small the pieces', () => {
    const reader = frameReader('server');
    const bytes = Buffer.concat([frameHead(MAX_PAYLOAD, { type: 0, flags: 0, stream: 1 }), Buffer.alloc(MAX_PAYLOAD)]);
    const last = bytes.length - 1;
    for (let at = 0; at < last; at++) {
      reader.add(bytes.subarray(at, at + 1));
      assert.equal(reader.next(), undefined);
    }
    assert.equal(reader.waiting(), last);
    reader.add(bytes.subarray(last));
    assert.equal(reader.next()?.payload.length, MAX_PAYLOAD);
    assert.equal(reader.waiting(), 0);
  });
});
