import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { createGzip, type Gzip } from './gzip.js';

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await delay(0);
    yield chunk;
  }
}

async function collected(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const forms: readonly (readonly [
  name: string,
  (gzip: Gzip, chunks: readonly Uint8Array[]) => Promise<Uint8Array[]>,
])[] = [
  ['of chunks', (gzip, chunks) => gzip.chunks(chunks)],
  ['of a stream', (gzip, chunks) => collected(gzip.stream(streamOf(chunks)))],
];
for (const [name, zip] of forms) {
  describe(`gzip ${name}`, () => {
    it('is one member with the bytes of all chunks', async () => {
      const gzip = createGzip();
      const chunk = fc.oneof(
        fc.uint8Array({ maxLength: 2000 }),
        fc.nat(200_000).map((size) => Buffer.alloc(size, 'text ')),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), async (chunks) => {
          const zipped = Buffer.concat(await zip(gzip, chunks));
          // A second member would be another magic number after the end of the first.
          assert.deepEqual(gunzipSync(zipped), Buffer.concat(chunks));
          assert.equal(zipped.readUInt32LE(zipped.length - 4), Buffer.concat(chunks).length);
        }),
        { numRuns: 50 },
      );
    });

    it('compresses a chunk that several responses share once', async () => {
      const gzip = createGzip();
      const shared = Buffer.alloc(100_000, 'x');
      const [first, second] = await Promise.all([
        zip(gzip, [Buffer.from('a'), shared]),
        zip(gzip, [Buffer.from('b'), shared]),
      ]);
      assert.ok(first[2] !== undefined && first[2] === second[2]);
      assert.notEqual(first[1], second[1]);
    });

    it('keeps no more than its limit, and nothing that is not used', async () => {
      const chunk = Buffer.alloc(100_000, 'x');
      for (const gzip of [createGzip({ maxBytes: 10 }), createGzip({ idle: 1 })]) {
        const [, first] = await zip(gzip, [chunk]);
        for (;;) {
          await delay(5);
          const [, next] = await zip(gzip, [chunk]);
          assert.deepEqual(next, first);
          if (next !== first) break;
        }
      }
    });
  });
}

describe('gzip of a stream', () => {
  it('fails when the body fails, after what precedes', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* streamOf([Buffer.alloc(5000, 'x')]);
      throw new Error('broken');
    }
    await assert.rejects(collected(createGzip().stream(failing())), /broken/);
  });

  it('closes a body that is left early', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield* streamOf([Buffer.alloc(5000, 'x')]);
      } finally {
        isClosed = true;
      }
    }
    let left = 3;
    for await (const chunk of createGzip().stream(endless())) {
      assert.ok(chunk.byteLength > 0);
      if (--left === 0) break;
    }
    assert.ok(isClosed);
  });
});
