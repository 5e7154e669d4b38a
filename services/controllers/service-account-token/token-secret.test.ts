import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { completed, isGenerated, namedAccount, newTokenSecret } from './token-secret.js';
import { ACCOUNT, base64, OPTIONS, tokenFor, tokenSecret } from './samples.test.helper.js';

describe('completed', () => {
  const full = tokenSecret();
  const { 'ca.crt': _ca, ...withoutCa } = full.data ?? {};
  const cases: readonly (readonly [name: string, secret: Secret, becomes: Secret | undefined])[] = [
    ['keeps a complete Secret', full, undefined],
    ['fills an empty Secret', { ...full, data: {} }, full],
    ['adds the uid', tokenSecret({ uid: '' }), full],
    ['restores a missing certificate', { ...full, data: withoutCa }, full],
    ['restores a changed certificate', tokenSecret({ data: { 'ca.crt': base64('oops') } }), full],
    ['restores the namespace', tokenSecret({ data: { namespace: base64('elsewhere') } }), full],
    ['replaces an empty token', tokenSecret({ data: { token: '' } }), full],
    ['replaces an invalid token', tokenSecret({ data: { token: base64('oops') } }), full],
    ['replaces a token without claims', tokenSecret({ data: { token: base64('a.b.c') } }), full],
    ['replaces a truncated token', tokenSecret({ data: { token: base64(tokenFor('s').slice(0, -2)) } }), full],
    ['replaces a token of another Secret', tokenSecret({ data: { token: base64(tokenFor('other')) } }), full],
    ['replaces a token of another account', tokenSecret({ data: { token: base64(tokenFor('s', 'u2')) } }), full],
    ['keeps other entries', tokenSecret({ data: { more: 'x', token: '' } }), tokenSecret({ data: { more: 'x' } })],
    ['keeps an immutable Secret', { ...full, data: {}, immutable: true }, undefined],
  ];
  for (const [name, secret, becomes] of cases) {
    it(name, async () => assert.deepEqual(await completed(secret, ACCOUNT, OPTIONS), becomes));
  }

  it('uses the label domain', async () => {
    const domain = createDomain({ labelDomain: 'example.org' });
    const secret = await newTokenSecret(ACCOUNT, { ...OPTIONS, domain }, () => 0);
    assert.equal(secret.type, 'example.org/service-account-token');
    assert.deepEqual(secret.metadata.annotations, {
      'example.org/service-account.name': 'robot',
      'example.org/service-account.uid': 'u1',
    });
    assert.deepEqual(namedAccount(secret, domain), { name: 'robot', uid: 'u1' });
    assert.equal(namedAccount(secret, createDomain()), undefined);
  });

  const names: readonly (readonly [secret: string, account: string, isGenerated: boolean])[] = [
    ['robot-token-bbbbb', 'robot', true],
    ['robot-token-bbbb', 'robot', false],
    ['robot-token', 'robot', false],
    ['robot-2-token-bbbbb', 'robot', false],
    [`${'r'.repeat(58)}bbbbb`, 'r'.repeat(100), true],
  ];
  for (const [secret, account, expected] of names) {
    it(`is ${expected} for the Secret ${secret} of ${account}`, () =>
      assert.equal(isGenerated(secret, account), expected));
  }
});
