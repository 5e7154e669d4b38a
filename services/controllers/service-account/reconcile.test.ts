import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { reconcileServiceAccount } from './reconcile.js';

const terminating = new StatusError('Forbidden', 'too late', {
  details: { causes: [{ reason: 'NamespaceTerminating' }] },
});
const forbidden = new StatusError('Forbidden', 'you may not');

const cases = [
  { name: 'makes it where it is missing', phase: 'Active', creates: true },
  { name: 'leaves alone the one that is there', phase: 'Active', has: true, creates: false },
  { name: 'leaves alone what is about to go', phase: 'Terminating', creates: false },
  { name: 'leaves alone what is gone', phase: undefined, creates: false },
  { name: 'is content when somebody was faster', refusal: new StatusError('AlreadyExists', 'there'), creates: true },
  {
    name: 'is content when the namespace is gone meanwhile',
    refusal: new StatusError('NotFound', 'no'),
    creates: true,
  },
  { name: 'is content when the namespace is about to go meanwhile', refusal: terminating, creates: true },
  { name: 'fails where it may not', refusal: forbidden, creates: true, fails: forbidden },
];

describe('the default service account', () => {
  for (const { name, has = false, refusal, creates, fails, ...rest } of cases) {
    it(name, async () => {
      const phase = 'phase' in rest ? rest.phase : 'Active';
      const created: string[] = [];
      const deps = {
        namespace: () => (phase === undefined ? undefined : { metadata: {}, spec: {}, status: { phase } }),
        hasDefault: () => has,
        createDefault: async (namespace: string) => {
          created.push(namespace);
          if (refusal !== undefined) throw refusal;
        },
      };
      const result = reconcileServiceAccount(deps, 'x');
      if (fails === undefined) assert.equal(await result, 'done');
      else await assert.rejects(result, fails);
      assert.deepEqual(created, creates ? ['x'] : []);
    });
  }
});
