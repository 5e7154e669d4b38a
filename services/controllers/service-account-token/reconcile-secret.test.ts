import assert from 'node:assert/strict';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { reconcileSecret } from './reconcile-secret.js';
import { accountWith, OPTIONS, tokenSecret } from './samples.test.helper.js';

interface Case {
  readonly name: string;
  /** The cached Secret. */
  readonly secret: Secret | undefined;
  /** The live Secret, if the informer has not seen it yet. */
  readonly exists?: boolean;
  readonly account: ServiceAccount | undefined;
  readonly does: readonly string[];
}

const full = tokenSecret();
const empty = tokenSecret({ data: { token: '' } });

const cases: readonly Case[] = [
  { name: 'keeps a complete Secret', secret: full, account: accountWith('s'), does: [] },
  { name: 'completes a secret', secret: empty, account: accountWith(), does: ['update s'] },
  {
    name: 'completes a Secret without a uid',
    secret: tokenSecret({ uid: '' }),
    account: accountWith(),
    does: ['update s'],
  },
  { name: 'deletes the Secret of a deleted account', secret: full, account: undefined, does: ['delete s'] },
  {
    name: 'deletes the Secret of a former account of the name',
    secret: tokenSecret({ uid: 'u0' }),
    account: accountWith('s'),
    does: ['delete s'],
  },
  {
    name: 'deletes a Secret without a uid of a missing account',
    secret: tokenSecret({ uid: '' }),
    account: undefined,
    does: ['delete s'],
  },
  { name: 'ignores Secrets of other types', secret: { ...empty, type: 'Opaque' }, account: undefined, does: [] },
  {
    name: 'ignores a Secret that names another account now',
    secret: tokenSecret({ account: 'other', data: { token: '' } }),
    account: accountWith(),
    does: [],
  },
  {
    name: 'removes only the reference to a deleted Secret',
    secret: undefined,
    account: accountWith('a', 's', 'b'),
    does: ['refer to a,b'],
  },
  {
    name: 'keeps the reference to a new Secret',
    secret: undefined,
    exists: true,
    account: accountWith('s'),
    does: [],
  },
  { name: 'does nothing without a reference', secret: undefined, account: accountWith('a'), does: [] },
  { name: 'does nothing without an account', secret: undefined, account: undefined, does: [] },
];

describe('reconcileSecret', () => {
  for (const { name, secret, exists = false, account, does } of cases) {
    it(name, async () => {
      const done: string[] = [];
      const outcome = await reconcileSecret(
        {
          ...OPTIONS,
          secret: () => secret,
          exists: async () => exists,
          account: async (_key, uid) => (uid === undefined || uid === account?.metadata.uid ? account : undefined),
          deleteSecret: async ({ metadata }) => void done.push(`delete ${metadata.name}`),
          async updateSecret(written) {
            assert.deepEqual(written, full);
            done.push(`update ${written.metadata.name}`);
          },
          updateAccount: async ({ secrets = [] }) =>
            void done.push(`refer to ${secrets.map((each) => each.name).join(',')}`),
        },
        { namespace: 'n', name: 's', account: 'robot' },
      );
      assert.deepEqual([outcome, done], ['done', does]);
    });
  }
});
