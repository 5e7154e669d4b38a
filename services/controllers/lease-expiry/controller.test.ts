import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { identityExpiry } from './controller.js';

const LABELS = { 'apiserver.kubernetes.io/identity': 'kube-apiserver' };

function lease(spec: Lease['spec'], labels: Lease['metadata']['labels'] = LABELS, namespace = 'kube-system'): Lease {
  return { metadata: { namespace, name: 'apiserver-x', ...(labels && { labels }) }, spec };
}

describe('identityExpiry', () => {
  const good = { renewTime: '2026-01-02T03:04:05.500000Z', leaseDurationSeconds: 3600 };
  const { renewTime, leaseDurationSeconds } = good;
  const cases: readonly (readonly [name: string, lease: Lease, expiry: number])[] = [
    ['is the last renewal plus the duration', lease(good), Date.UTC(2026, 0, 2, 4, 4, 5, 500)],
    ['is in the past without a renewal', lease({ leaseDurationSeconds }), -Infinity],
    ['is in the past without a duration', lease({ renewTime }), -Infinity],
    ['is infinite without the label', lease({}, {}), Infinity],
    ['is infinite for other servers', lease({}, { 'apiserver.kubernetes.io/identity': 'other' }), Infinity],
    ['is infinite in another namespace', lease({}, LABELS, 'default'), Infinity],
  ];
  for (const [name, object, expiry] of cases) {
    it(name, () => assert.equal(identityExpiry(object, createDomain()), expiry));
  }
});
