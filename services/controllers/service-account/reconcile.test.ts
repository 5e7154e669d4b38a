import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { reconcileServiceAccount } from './reconcile.js';

const terminating = new StatusError('Forbidden', 'too late', {
  details: { causes: [{ reason: 'NamespaceTerminating' }] },
});
const forbidden = new StatusError('Forbidden', 'you may not');

const cases = [
  { name: 'creates it if it is missing', phase: 'Active', creates: true },
  { name: 'keeps an existing one', phase: 'Active', has: true, creates: false },
  { name: 'ignores a terminating namespace', phase: 'Terminating', creates: false },
  { name: 'ignores a deleted namespace', phase: undefined, creates: false },
  { name: 'accepts that it already exists', refusal: new StatusError('AlreadyExists', 'there'), creates: true },
  {
    name: 'accepts that the namespace is gone',
    refusal: new StatusError('NotFound', 'no'),
    creates: true,
  },
  { name: 'accepts that the namespace is terminating', refusal: terminating, creates: true },
  { name: 'fails if the create is forbidden', refusal: forbidden, creates: true, fails: forbidden },
];

describe('reconcileServiceAccount', () => {
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
