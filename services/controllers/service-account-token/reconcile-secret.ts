import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import { completed, namedAccount, type TokenSecretOptions } from './token-secret.js';

/** A secret, and the account that it named when it was last seen. */
export interface SecretKey {
  readonly namespace: string;
  readonly name: string;
  readonly account: string;
}

/** What reconciling needs of the API. */
export interface SecretDeps extends TokenSecretOptions {
  /** As the informer has it. */
  readonly secret: (key: SecretKey) => Secret | undefined;
  /** Whether there is such a secret now, of any type. */
  readonly isThere: (key: SecretKey) => Promise<boolean>;
  /** The account that the key names, where it has this uid, or any where none is given. */
  readonly account: (key: SecretKey, uid?: string) => Promise<ServiceAccount | undefined>;
  /** Deletes the secret unless it has changed. */
  readonly deleteSecret: (secret: Secret) => Promise<void>;
  readonly updateSecret: (secret: Secret) => Promise<void>;
  readonly updateAccount: (account: ServiceAccount) => Promise<void>;
}

/**
 * One step with a secret that keeps a token: it is completed, or deleted where the account that it names is gone or has
 * another uid. Where the secret is gone, the account does not refer to it any longer.
 */
export async function reconcileSecret(deps: SecretDeps, key: SecretKey): Promise<Outcome> {
  const secret = deps.secret(key);
  if (secret === undefined) {
    await dropReference(deps, key);
    return 'done';
  }
  const named = namedAccount(secret, deps.domain);
  if (named?.name !== key.account) return 'done';
  const account = await deps.account(key, named.uid);
  if (account === undefined) {
    await deps.deleteSecret(secret);
    return 'done';
  }
  const { namespace } = key;
  const { name = '', uid = '' } = account.metadata;
  const complete = await completed(secret, { namespace, name, uid }, deps);
  if (complete !== undefined) await deps.updateSecret(complete);
  return 'done';
}

async function dropReference(deps: SecretDeps, key: SecretKey): Promise<void> {
  const account = await deps.account(key);
  const { secrets = [] } = account ?? {};
  const kept = secrets.filter(({ name }) => name !== key.name);
  if (account === undefined || kept.length === secrets.length) return;
  // The informer may not have seen yet what the account refers to already.
  if (!(await deps.isThere(key))) await deps.updateAccount({ ...account, secrets: kept });
}
