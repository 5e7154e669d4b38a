import assert from 'node:assert/strict';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { reconcileSecret } from './reconcile-secret.js';
import { accountWith, OPTIONS, tokenSecret } from './samples.test.helper.js';

interface Case {
  readonly name: string;
  /** As the informer has it. */
  readonly secret: Secret | undefined;
  /** Where the informer has not seen it yet. */
  readonly isThere?: boolean;
  readonly account: ServiceAccount | undefined;
  readonly does: readonly string[];
}

const full = tokenSecret();
const empty = tokenSecret({ data: { token: '' } });

const cases: readonly Case[] = [
  { name: 'leaves alone what is complete', secret: full, account: accountWith('s'), does: [] },
  { name: 'completes a secret', secret: empty, account: accountWith(), does: ['update s'] },
  {
    name: 'takes a secret without a uid',
    secret: tokenSecret({ uid: '' }),
    account: accountWith(),
    does: ['update s'],
  },
  { name: 'deletes a secret whose account is gone', secret: full, account: undefined, does: ['delete s'] },
  {
    name: 'deletes a secret that was for an earlier account of the name',
    secret: tokenSecret({ uid: 'u0' }),
    account: accountWith('s'),
    does: ['delete s'],
  },
  {
    name: 'deletes a secret without a uid whose account is absent',
    secret: tokenSecret({ uid: '' }),
    account: undefined,
    does: ['delete s'],
  },
  { name: 'leaves alone secrets of other types', secret: { ...empty, type: 'Opaque' }, account: undefined, does: [] },
  {
    name: 'leaves alone a secret that names another account by now',
    secret: tokenSecret({ account: 'other', data: { token: '' } }),
    account: accountWith(),
    does: [],
  },
  {
    name: 'drops the reference to a secret that is gone, and no other',
    secret: undefined,
    account: accountWith('a', 's', 'b'),
    does: ['refer to a,b'],
  },
  {
    name: 'keeps the reference to a secret that is new',
    secret: undefined,
    isThere: true,
    account: accountWith('s'),
    does: [],
  },
  { name: 'has nothing to drop where nothing refers to it', secret: undefined, account: accountWith('a'), does: [] },
  { name: 'has nothing to drop where everything is gone', secret: undefined, account: undefined, does: [] },
];

describe('a step with a secret that keeps a token', () => {
  for (const { name, secret, isThere = false, account, does } of cases) {
    it(name, async () => {
      const done: string[] = [];
      const outcome = await reconcileSecret(
        {
          ...OPTIONS,
          secret: () => secret,
          isThere: async () => isThere,
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
