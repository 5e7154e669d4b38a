import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { createGzip } from './gzip.js';

describe('gzip of chunks', () => {
  it('is one member with the bytes of all chunks', async () => {
    const gzip = createGzip();
    const chunk = fc.oneof(
      fc.uint8Array(),
      fc.nat(200_000).map((size) => Buffer.alloc(size, 'text ')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 5 }), async (chunks) => {
        const zipped = Buffer.concat(await gzip(chunks));
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
    const [first, second] = await Promise.all([gzip([Buffer.from('a'), shared]), gzip([Buffer.from('b'), shared])]);
    assert.ok(first[2] !== undefined && first[2] === second[2]);
    assert.notEqual(first[1], second[1]);
  });
});
