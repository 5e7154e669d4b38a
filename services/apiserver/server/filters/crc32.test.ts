import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { combineCrc32, shiftOf } from './crc32.js';

describe('checksums of joined texts', () => {
  it('equal those of the whole text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
        assert.equal(combineCrc32(crc32(a), crc32(b), shiftOf(b.byteLength)), crc32(Buffer.concat([a, b])));
      }),
    );
  });

  it('of long texts do too', () => {
    const [a, b] = [Buffer.alloc(70_000, 'ab'), Buffer.alloc(1_000_003, 'xyz')];
    assert.equal(combineCrc32(crc32(a), crc32(b), shiftOf(b.byteLength)), crc32(Buffer.concat([a, b])));
  });
});
