import assert from 'node:assert/strict';
import * as der from './der.js';
import { readValue, readValues } from './read-der.js';

describe('reading DER', () => {
  for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
    it(`reads a value of ${length} bytes`, () => {
      const [content, behind] = [Buffer.alloc(length, 7), Buffer.from('behind')];
      const whole = der.octetString(content);
      assert.deepEqual(readValue(Buffer.concat([whole, behind])), { tag: 0x04, whole, content });
    });
  }

  it('reads consecutive values', () => {
    const values = [der.oid('2.5.29.14'), der.TRUE, der.octetString(Buffer.alloc(300))];
    const { content } = readValue(der.sequence(...values));
    assert.deepEqual(
      readValues(content).map(({ whole }) => whole),
      values,
    );
    assert.deepEqual(readValues(Buffer.alloc(0)), []);
  });
});
