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

describe('a bootstrap token', () => {
  const cases: readonly (readonly [name: string, secret: Secret, expiry: number])[] = [
    ['expires when it says', bootstrapToken('2026-01-02T03:04:05Z'), Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['expires in any zone', bootstrapToken('2026-01-02T03:04:05+01:00'), Date.UTC(2026, 0, 2, 2, 4, 5)],
    ['never expires where it does not say', bootstrapToken(undefined), Infinity],
    ['never expires where it says nothing', bootstrapToken(''), Infinity],
    ['has expired where it says nonsense', bootstrapToken('tomorrow'), -Infinity],
    ['has expired where it names no such day', bootstrapToken('2026-02-30T00:00:00Z'), -Infinity],
    ['has expired at the zero of times', bootstrapToken('0001-01-01T00:00:00Z'), -Infinity],
    ['is none of another type', bootstrapToken('2026-01-02T03:04:05Z', { type: 'Opaque' }), Infinity],
    ['is none elsewhere', bootstrapToken('tomorrow', { metadata: { namespace: 'default', name: 'x' } }), Infinity],
  ];
  for (const [name, secret, expiry] of cases) {
    it(name, () => assert.equal(bootstrapTokenExpiry(secret, createDomain()), expiry));
  }

  it('is spelled with the label domain', () => {
    const secret = bootstrapToken('tomorrow', { type: 'bootstrap.example.org/token' });
    assert.equal(bootstrapTokenExpiry(secret, createDomain({ labelDomain: 'example.org' })), -Infinity);
  });
});
