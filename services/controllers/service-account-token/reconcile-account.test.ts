import assert from 'node:assert/strict';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { reconcileAccount } from './reconcile-account.js';
import { accountWith, OPTIONS, tokenSecret } from './samples.test.helper.js';

interface Case {
  readonly name: string;
  /** The live state. */
  readonly account?: ServiceAccount;
  readonly secrets?: readonly Secret[];
  /** The state of the informers, if it differs. */
  readonly seen?: { readonly account: ServiceAccount; readonly secrets: readonly Secret[] };
  readonly does: readonly string[];
}

const own = tokenSecret({ name: 'own' });
const spare = tokenSecret({ name: 'robot-token-bbbbb' });
const bare = accountWith();

const cases: readonly Case[] = [
  { name: 'ignores a deleted account', does: [] },
  {
    name: 'creates the Secret of an account',
    account: bare,
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'keeps other references of the account',
    account: accountWith('docker'),
    does: ['create robot-token-bbbbb', 'refer to docker,robot-token-bbbbb'],
  },
  { name: 'creates nothing for the default account', account: { metadata: { name: 'default' } }, does: [] },
  {
    name: 'creates nothing for the account of a controller',
    account: { metadata: { ...bare.metadata, namespace: 'kube-system', name: 'namespace-controller' } },
    does: [],
  },
  { name: 'creates nothing for an account with a token', account: accountWith('own'), secrets: [own], does: [] },
  {
    name: 'creates nothing for an account that is being deleted',
    account: { metadata: { ...bare.metadata, deletionTimestamp: '2026-01-02T03:04:05Z' } },
    does: [],
  },
  {
    name: 'uses a Secret that was created before an interruption',
    account: bare,
    secrets: [own, spare],
    does: ['refer to robot-token-bbbbb'],
  },
  {
    name: 'does not use the Secret of a former account of the name',
    account: bare,
    secrets: [tokenSecret({ name: 'robot-token-ccccc', uid: 'u0' })],
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'does not use a Secret that a user created',
    account: bare,
    secrets: [own],
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'reads the live state before it writes',
    account: accountWith('own'),
    secrets: [own],
    seen: { account: bare, secrets: [] },
    does: [],
  },
  { name: 'creates nothing for an account that was deleted meanwhile', seen: { account: bare, secrets: [] }, does: [] },
];

describe('reconcileAccount', () => {
  for (const { name, account, secrets = [], seen = account && { account, secrets }, does } of cases) {
    it(name, async () => {
      const done: string[] = [];
      const outcome = await reconcileAccount({
        ...OPTIONS,
        seen: () => seen,
        account: async () => account,
        tokenSecrets: async () => secrets,
        async create(secret) {
          assert.deepEqual(secret, spare);
          done.push(`create ${secret.metadata.name}`);
          return secret;
        },
        deleteSecret: async ({ metadata }) => void done.push(`delete ${metadata.name}`),
        updateAccount: async (written) =>
          void done.push(`refer to ${(written.secrets ?? []).map((each) => each.name).join(',')}`),
        random: () => 0,
      });
      assert.deepEqual([outcome, done], ['done', does]);
    });
  }

  const failures = [
    ['deletes its new Secret after a conflict of the account', new StatusError('Conflict', 'changed'), ['delete']],
    ['keeps its new Secret for the next attempt after another error', new Error('broken'), []],
  ] as const;
  for (const [name, failure, does] of failures) {
    it(name, async () => {
      const done: string[] = [];
      const step = reconcileAccount({
        ...OPTIONS,
        seen: () => ({ account: bare, secrets: [] }),
        account: async () => bare,
        tokenSecrets: async () => [],
        create: async (secret) => secret,
        deleteSecret: async () => void done.push('delete'),
        updateAccount: () => Promise.reject(failure),
        random: () => 0,
      });
      await assert.rejects(step, failure);
      assert.deepEqual(done, does);
    });
  }
});
