import assert from 'node:assert/strict';
import * as der from './der.js';
import { DerError, readOnly, readValue, readValues } from './read-der.js';

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

  const wrong: readonly (readonly [what: string, bytes: number[]])[] = [
    ['nothing', []],
    ['a tag without a length', [0x04]],
    ['a tag of several bytes', [0x1f, 0x81, 0x00, 0x00]],
    ['an indefinite length', [0x30, 0x80, 0x00, 0x00]],
    ['a length that is not minimal', [0x04, 0x81, 0x01, 0x07]],
    ['a length with a leading zero', [0x04, 0x82, 0x00, 0x80]],
    ['a length of five bytes', [0x04, 0x85, 0x01, 0x00, 0x00, 0x00, 0x00]],
    ['fewer bytes than the length says', [0x04, 0x02, 0x07]],
    ['fewer bytes than the length has', [0x04, 0x82, 0x01]],
  ];
  for (const [what, bytes] of wrong) {
    it(`rejects ${what}`, () => assert.throws(() => readValue(Buffer.from(bytes)), DerError));
  }

  it('rejects bytes behind the only value, and another tag', () => {
    assert.throws(() => readOnly(Buffer.from([0x04, 0x00, 0x00]), 0x04), DerError);
    assert.throws(() => readOnly(Buffer.from([0x04, 0x00]), 0x30), DerError);
  });
});
