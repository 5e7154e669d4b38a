import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { parseKeys } from './keys.js';
import { createSealer, KEY_BYTES } from './seal.js';

const [first, second] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)];

describe('sealed text', () => {
  it('opens to what was sealed, for its purpose only', () => {
    const sealer = createSealer(() => [first]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = sealer.seal(text, 'a');
        assert.match(sealed, /^[\w-]+$/);
        assert.equal(sealer.open(sealed, 'a'), text);
        assert.equal(sealer.open(sealed, 'b'), undefined);
      }),
    );
  });

  it('does not open once any byte has changed', () => {
    const sealer = createSealer(() => [first]);
    const bytes = Buffer.from(sealer.seal('{"user":"ada"}', 'session'), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.equal(sealer.open(changed.toString('base64url'), 'session'), undefined);
    }
    for (const text of ['', 'x', '....', bytes.subarray(0, 27).toString('base64url')]) {
      assert.equal(sealer.open(text, 'session'), undefined);
    }
  });

  it('opens with a former key while that is present', () => {
    let keys = [first];
    const sealer = createSealer(() => keys);
    const sealed = sealer.seal('x', 'p');
    keys = [second, first];
    assert.equal(sealer.open(sealed, 'p'), 'x');
    keys = [second];
    assert.equal(sealer.open(sealed, 'p'), undefined);
  });
});

describe('a file of session keys', () => {
  it('has one key on each line', () => {
    const text = `# present\n${first.toString('base64')}\n\n${second.toString('base64')}\n`;
    assert.deepEqual(parseKeys(text, 'keys'), [first, second]);
  });

  for (const [title, text, problem] of [
    ['no key', '# none\n', /keys must have 1 to 8 keys/],
    ['a short key', `${randomBytes(16).toString('base64')}\n`, /keys: line 1 is not 32 bytes in base64/],
    ['too many keys', `${first.toString('base64')}\n`.repeat(9), /keys must have 1 to 8 keys/],
  ] as const) {
    it(`is rejected with ${title}`, () => assert.throws(() => parseKeys(text, 'keys'), problem));
  }
});
