import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { completed, isGenerated, namedAccount, newTokenSecret } from './token-secret.js';
import { ACCOUNT, base64, OPTIONS, tokenFor, tokenSecret } from './samples.test.helper.js';

describe('a secret with a token', () => {
  const full = tokenSecret();
  const { 'ca.crt': _ca, ...withoutCa } = full.data ?? {};
  const cases: readonly (readonly [name: string, secret: Secret, becomes: Secret | undefined])[] = [
    ['is left alone where it is complete', full, undefined],
    ['is filled where it is empty', { ...full, data: {} }, full],
    ['gets its uid', tokenSecret({ uid: '' }), full],
    ['gets back a certificate that is missing', { ...full, data: withoutCa }, full],
    ['gets back a certificate that was changed', tokenSecret({ data: { 'ca.crt': base64('oops') } }), full],
    ['gets back its namespace', tokenSecret({ data: { namespace: base64('elsewhere') } }), full],
    ['gets back a token that was emptied', tokenSecret({ data: { token: '' } }), full],
    ['gets back a token that was garbled', tokenSecret({ data: { token: base64('oops') } }), full],
    ['gets back a token without claims', tokenSecret({ data: { token: base64('a.b.c') } }), full],
    ['gets back a token that was cut', tokenSecret({ data: { token: base64(tokenFor('s').slice(0, -2)) } }), full],
    ['gets back a token of another secret', tokenSecret({ data: { token: base64(tokenFor('other')) } }), full],
    ['gets back a token of another account', tokenSecret({ data: { token: base64(tokenFor('s', 'u2')) } }), full],
    [
      'keeps what others put there',
      tokenSecret({ data: { more: 'x', token: '' } }),
      tokenSecret({ data: { more: 'x' } }),
    ],
    ['is left alone where it cannot be changed', { ...full, data: {}, immutable: true }, undefined],
  ];
  for (const [name, secret, becomes] of cases) {
    it(name, async () => assert.deepEqual(await completed(secret, ACCOUNT, OPTIONS), becomes));
  }

  it('is spelled with the label domain', async () => {
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
    it(`called ${secret} is ${expected ? '' : 'not '}one that was made for ${account}`, () =>
      assert.equal(isGenerated(secret, account), expected));
  }
});
