import assert from 'node:assert/strict';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { reconcileAccount } from './reconcile-account.js';
import { accountWith, OPTIONS, tokenSecret } from './samples.test.helper.js';

interface Case {
  readonly name: string;
  /** What is there. */
  readonly account?: ServiceAccount;
  readonly secrets?: readonly Secret[];
  /** What the informers have, where that is something else. */
  readonly seen?: { readonly account: ServiceAccount; readonly secrets: readonly Secret[] };
  readonly does: readonly string[];
}

const own = tokenSecret({ name: 'own' });
const spare = tokenSecret({ name: 'robot-token-bbbbb' });
const bare = accountWith();

const cases: readonly Case[] = [
  { name: 'leaves alone an account that is gone', does: [] },
  {
    name: 'gives an account its secret',
    account: bare,
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'keeps what the account refers to',
    account: accountWith('docker'),
    does: ['create robot-token-bbbbb', 'refer to docker,robot-token-bbbbb'],
  },
  { name: 'gives the automatic account nothing', account: { metadata: { name: 'default' } }, does: [] },
  {
    name: 'gives the account of a controller nothing',
    account: { metadata: { ...bare.metadata, namespace: 'kube-system', name: 'namespace-controller' } },
    does: [],
  },
  { name: 'gives nothing to an account that has a token', account: accountWith('own'), secrets: [own], does: [] },
  {
    name: 'gives nothing to an account that is being deleted',
    account: { metadata: { ...bare.metadata, deletionTimestamp: '2026-01-02T03:04:05Z' } },
    does: [],
  },
  {
    name: 'takes the secret that was made before an interruption',
    account: bare,
    secrets: [own, spare],
    does: ['refer to robot-token-bbbbb'],
  },
  {
    name: 'does not take the secret of an earlier account of the name',
    account: bare,
    secrets: [tokenSecret({ name: 'robot-token-ccccc', uid: 'u0' })],
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'does not take a secret that somebody made',
    account: bare,
    secrets: [own],
    does: ['create robot-token-bbbbb', 'refer to robot-token-bbbbb'],
  },
  {
    name: 'is not deceived by what it saw before',
    account: accountWith('own'),
    secrets: [own],
    seen: { account: bare, secrets: [] },
    does: [],
  },
  { name: 'makes nothing for an account that has gone since', seen: { account: bare, secrets: [] }, does: [] },
];

describe('a step with a service account', () => {
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
    [
      'takes back its secret where the account has changed meanwhile',
      new StatusError('Conflict', 'changed'),
      ['delete'],
    ],
    ['keeps its secret for the next attempt where it is not told what became of the change', new Error('broken'), []],
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
