import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import { completed, namedAccount, type TokenSecretOptions } from './token-secret.js';

/** A Secret with the account that it last named. */
export interface SecretKey {
  readonly namespace: string;
  readonly name: string;
  readonly account: string;
}

/** The state and requests of a reconcile step. */
export interface SecretDeps extends TokenSecretOptions {
  /** The cached Secret. */
  readonly secret: (key: SecretKey) => Secret | undefined;
  /** Whether a Secret of any type with this name exists now. */
  readonly exists: (key: SecretKey) => Promise<boolean>;
  /** The account of the key with this uid, or with any if none is given. */
  readonly account: (key: SecretKey, uid?: string) => Promise<ServiceAccount | undefined>;
  /** Deletes the Secret unless it has changed. */
  readonly deleteSecret: (secret: Secret) => Promise<void>;
  readonly updateSecret: (secret: Secret) => Promise<void>;
  readonly updateAccount: (account: ServiceAccount) => Promise<void>;
}

/**
 * Reconciles one token Secret: completes it, or deletes it if its account does not exist or has another uid. Removes the
 * account's reference to a deleted Secret.
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
  // The account may already reference a Secret that the informer has not seen yet.
  if (!(await deps.exists(key))) await deps.updateAccount({ ...account, secrets: kept });
}
