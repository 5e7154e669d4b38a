import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { testCall } from '../definition/action.test.helper.js';
import { reviewSelfAccess } from './review-access.js';

describe('SelfSubjectAccessReview', () => {
  const answers = [
    ['allowed', { type: 'allow', reason: 'yes' }, { allowed: true, reason: 'yes' }],
    ['denied', { type: 'deny', reason: 'no' }, { allowed: false, denied: true, reason: 'no' }],
    ['not decided', { type: 'noOpinion', reason: '' }, { allowed: false }],
    ['not decided for an error', new Error('gone'), { allowed: false, evaluationError: 'gone' }],
  ] as const;
  for (const [name, decision, status] of answers) {
    it(`reports what is ${name}`, async () => {
      const authorizer = { authorize: async () => (decision instanceof Error ? Promise.reject(decision) : decision) };
      const object = { metadata: {}, spec: { resourceAttributes: { verb: 'get', resource: 'x' } } };
      const review = await reviewSelfAccess({ ...testCall(object, { authorizer }), validate: async () => {} });
      assert.deepEqual(plain(review['status']), status);
    });
  }
});
