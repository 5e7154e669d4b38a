import assert from 'node:assert/strict';
import { hashSecret, isSecret, type ScryptHash } from './scrypt.js';

const CHEAP = { N: 1024, r: 8, p: 1 };
const SALT = Buffer.from('sixteen bytes ab');

describe('scrypt hashes', () => {
  it('match the test vectors of RFC 7914', async () => {
    const { hash } = await hashSecret('pleaseletmein', Buffer.from('SodiumChloride'), { N: 16384, r: 8, p: 1 });
    assert.equal(
      Buffer.from(hash, 'base64').toString('hex'),
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
    );
  });

  it('depend on secret, salt and cost', async () => {
    const stored = await hashSecret('secret', SALT, CHEAP);
    assert.equal(await isSecret('secret', stored), true);
    const others: readonly (readonly [secret: string, stored: ScryptHash])[] = [
      ['Secret', stored],
      ['', stored],
      ['secret', { ...stored, salt: Buffer.from('another salt abc').toString('base64') }],
      ['secret', { ...stored, N: 2048 }],
      ['secret', { ...stored, p: 2 }],
      ['secret', { ...stored, hash: '' }],
    ];
    for (const [secret, other] of others) assert.equal(await isSecret(secret, other), false);
  });
});
