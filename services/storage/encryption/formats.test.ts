import assert from 'node:assert/strict';
import { createDecipheriv, createHmac } from 'node:crypto';
import { assert as assertProperty, constantFrom, integer, nat, property, uint8Array } from 'fast-check';
import { aesCbc, aesGcm, type CreateCipher } from './ciphers.js';
import { seedCipher } from './kms/seed.js';
import { createRandom } from './random.js';
import { loadSecretbox } from './secretbox.js';

const fillRandom = createRandom();
const secretbox = await loadSecretbox();
const key = Buffer.from('/registry/secrets/default/a');
const none = new Uint8Array();

interface Algorithm {
  readonly create: CreateCipher;
  readonly sizes: readonly number[];
  /** Whether a changed byte, or another key of the entry, is noticed. */
  readonly noticesChanges: boolean;
  readonly bindsKey: boolean;
}

const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  aesgcm: { create: aesGcm, sizes: [16, 24, 32], noticesChanges: true, bindsKey: true },
  aescbc: { create: aesCbc, sizes: [16, 24, 32], noticesChanges: false, bindsKey: false },
  secretbox: { create: secretbox, sizes: [32], noticesChanges: true, bindsKey: false },
  'keys of a seed': { create: seedCipher, sizes: [32, 64, 80], noticesChanges: true, bindsKey: true },
};

describe('the ciphers', () => {
  for (const [name, { create, sizes, noticesChanges, bindsKey }] of Object.entries(ALGORITHMS)) {
    const secrets = constantFrom(...sizes).chain((size) => uint8Array({ minLength: size, maxLength: size }));

    it(`${name}: open what they sealed, behind any head`, () => {
      assertProperty(
        property(secrets, uint8Array({ maxLength: 600 }), uint8Array({ maxLength: 40 }), (secret, value, head) => {
          const cipher = create(secret, fillRandom);
          const sealed = cipher.seal(head, value, key);
          assert.deepEqual(Buffer.from(sealed.subarray(0, head.length)), Buffer.from(head));
          const ended = cipher.seal(head, value, key, Buffer.from('end'));
          assert.equal(Buffer.from(ended.subarray(-3)).toString(), 'end');
          assert.deepEqual(Buffer.from(cipher.open(ended.subarray(head.length, -3), key)), Buffer.from(value));
          assert.deepEqual(Buffer.from(cipher.open(sealed.subarray(head.length), key)), Buffer.from(value));
        }),
      );
    });

    it(`${name}: seal a value differently each time`, () => {
      const cipher = create(Buffer.alloc(32, 1), fillRandom);
      const all = Array.from({ length: 300 }, () =>
        Buffer.from(cipher.seal(none, Buffer.from('v'), key)).toString('hex'),
      );
      assert.equal(new Set(all).size, all.length);
    });

    it(`${name}: refuse data that are too short`, () => {
      const cipher = create(Buffer.alloc(32, 1), fillRandom);
      for (let length = 0; length < 12; length++)
        assert.throws(() => cipher.open(Buffer.alloc(length), key), /shorter/);
    });

    if (noticesChanges) {
      it(`${name}: refuse changed and shortened data, and another secret`, () => {
        assertProperty(
          property(uint8Array({ maxLength: 100 }), nat(), integer({ min: 1, max: 255 }), (value, at, mask) => {
            const cipher = create(Buffer.alloc(32, 1), fillRandom);
            const sealed = Buffer.from(cipher.seal(none, value, key));
            assert.throws(() => cipher.open(sealed.subarray(0, -1), key));
            assert.throws(() => create(Buffer.alloc(32, 2), fillRandom).open(sealed, key));
            const index = at % sealed.length;
            sealed[index] = (sealed[index] ?? 0) ^ mask;
            assert.throws(() => cipher.open(sealed, key));
          }),
        );
      });
    }

    it(`${name}: ${bindsKey ? 'refuse' : 'do not notice'} a value of another entry`, () => {
      const cipher = create(Buffer.alloc(32, 1), fillRandom);
      const sealed = cipher.seal(none, Buffer.from('v'), key);
      const open = (): unknown => cipher.open(sealed, Buffer.from('/registry/secrets/default/b'));
      if (bindsKey) assert.throws(open, /^Error: cipher: message authentication failed$/);
      else assert.doesNotThrow(open);
    });
  }

  it('aescbc: seal each value so that its own vector alone begins the chain', () => {
    const secret = Buffer.alloc(32, 1);
    const cipher = aesCbc(secret, fillRandom);
    for (let length = 0; length < 70; length++) {
      const value = Buffer.alloc(length, length);
      const sealed = cipher.seal(none, value, key);
      // Reads between writes, and reads that fail, do not disturb the chain.
      assert.throws(() => cipher.open(Buffer.alloc(32), key), /padding|PKCS7/);
      assert.deepEqual(Buffer.from(cipher.open(sealed, key)), value);
      const decipher = createDecipheriv('aes-256-cbc', secret, sealed.subarray(0, 16));
      assert.deepEqual(Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]), value);
    }
  });

  it('refuse wrong padding of aescbc', () => {
    const cipher = aesCbc(Buffer.alloc(32, 1), fillRandom);
    const sealed = cipher.seal(none, Buffer.from('v'), key);
    assert.throws(() => aesCbc(Buffer.alloc(32, 2), fillRandom).open(sealed, key), /PKCS7|padding/);
    assert.throws(() => cipher.open(sealed.subarray(0, 24), key), /not a multiple of the block size/);
    assert.throws(() => cipher.open(sealed.subarray(0, 16), key), /empty or not padded/);
  });

  it('derive keys as HKDF does', () => {
    for (const size of [32, 64, 100]) {
      const seed = Buffer.alloc(size, 7);
      const sealed = seedCipher(seed, fillRandom).seal(none, Buffer.from('v'), key);
      const derived = createHmac('sha256', seed).update(sealed.subarray(0, 32)).update(Buffer.of(1)).digest();
      assert.deepEqual(aesGcm(derived, fillRandom).open(sealed.subarray(32), key), Buffer.from('v'));
    }
  });

  it('refuse a short seed', () => {
    assert.throws(() => seedCipher(Buffer.alloc(31), fillRandom), /invalid seed length 31/);
  });
});
