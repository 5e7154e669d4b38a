import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { canonicalBase64 } from './base64.js';

describe('schema/base64', () => {
  it('keeps canonical text and drops line breaks', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(20), (bytes, place) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.equal(canonicalBase64(text), text);
        assert.equal(canonicalBase64(`${text.slice(0, place)}\r\n${text.slice(place)}`), text);
      }),
    );
  });

  it('clears the bits after the last byte', () => {
    assert.equal(canonicalBase64('Zn=='), 'Zg==');
    assert.equal(canonicalBase64('Zm9='), 'Zm8=');
    assert.equal(canonicalBase64('Zm9='), Buffer.from('fo').toString('base64'));
    assert.equal(canonicalBase64('Zn\n=='), 'Zg==');
  });

  const faults: readonly (readonly [text: string, at: number])[] = [
    ['Z', 0],
    ['Zg', 0],
    ['Zg=', 3],
    ['=', 0],
    ['Z=', 1],
    ['Zg==Zg==', 4],
    ['Zm9v=', 4],
    ['Zg===', 4],
    ['Zm8==', 4],
    ['Zm-v', 2],
    ['Zm9v Zm9v', 4],
    ['Zm9vé', 4],
  ];
  for (const [text, at] of faults) {
    it(`rejects ${text}`, () => {
      assert.throws(() => canonicalBase64(text), { message: `illegal base64 data at input byte ${at}` });
    });
  }
});
