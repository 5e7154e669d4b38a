import assert from 'node:assert/strict';
import { userLabel } from './user-label.js';

describe('the label of a user', () => {
  const cases: readonly (readonly [name: string, label: string])[] = [
    ['admin', 'admin'],
    ['kubelet', 'kubelet'],
    ['system:serviceaccount:kube-system:default', 'system:serviceaccount:kube-system:default'],
    ['system:serviceaccount:default:default', 'other'],
    ['ann', 'other'],
    ['system:anonymous', 'other'],
    ['ann@example.com', 'email_id'],
  ];
  for (const [name, label] of cases) it(`of ${name} is ${label}`, () => assert.equal(userLabel(name), label));
});
