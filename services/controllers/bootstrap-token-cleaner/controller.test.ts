import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { bootstrapTokenExpiry } from './controller.js';

function bootstrapToken(expiration: string | undefined, rest: Partial<Secret> = {}): Secret {
  return {
    metadata: { namespace: 'kube-system', name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    data: expiration === undefined ? {} : { expiration: Buffer.from(expiration).toString('base64') },
    ...rest,
  };
}

describe('bootstrapTokenExpiry', () => {
  const cases: readonly (readonly [name: string, secret: Secret, expiry: number])[] = [
    ['is the expiration time', bootstrapToken('2026-01-02T03:04:05Z'), Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['accepts any time zone', bootstrapToken('2026-01-02T03:04:05+01:00'), Date.UTC(2026, 0, 2, 2, 4, 5)],
    ['is infinite without an expiration', bootstrapToken(undefined), Infinity],
    ['is infinite for an empty expiration', bootstrapToken(''), Infinity],
    ['is in the past for invalid text', bootstrapToken('tomorrow'), -Infinity],
    ['is in the past for an invalid date', bootstrapToken('2026-02-30T00:00:00Z'), -Infinity],
    ['is in the past for the zero time', bootstrapToken('0001-01-01T00:00:00Z'), -Infinity],
    ['is infinite for another type', bootstrapToken('2026-01-02T03:04:05Z', { type: 'Opaque' }), Infinity],
    [
      'is infinite in another namespace',
      bootstrapToken('tomorrow', { metadata: { namespace: 'default', name: 'x' } }),
      Infinity,
    ],
  ];
  for (const [name, secret, expiry] of cases) {
    it(name, () => assert.equal(bootstrapTokenExpiry(secret, createDomain()), expiry));
  }

  it('uses the label domain', () => {
    const secret = bootstrapToken('tomorrow', { type: 'bootstrap.example.org/token' });
    assert.equal(bootstrapTokenExpiry(secret, createDomain({ labelDomain: 'example.org' })), -Infinity);
  });
});
