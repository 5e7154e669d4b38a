import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isControllerAccount } from '../names.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict } from '../api-errors.js';
import { isGenerated, namedAccount, newTokenSecret, type AccountRef, type TokenSecretOptions } from './token-secret.js';

/** The state and requests of a reconcile step for one account. */
export interface AccountDeps extends TokenSecretOptions {
  /** The cached account, with the cached Secrets that it references. */
  readonly seen: () => { readonly account: ServiceAccount; readonly secrets: readonly Secret[] } | undefined;
  /** The live account. */
  readonly account: () => Promise<ServiceAccount | undefined>;
  /** The live token Secrets of the namespace. */
  readonly tokenSecrets: () => Promise<readonly Secret[]>;
  /** Resolves to the stored Secret. */
  readonly create: (secret: Secret) => Promise<Secret>;
  readonly deleteSecret: (secret: Secret) => Promise<void>;
  /** Rejects with a conflict if the account has changed. */
  readonly updateAccount: (account: ServiceAccount) => Promise<void>;
  /** A random integer from 0 to n - 1. */
  readonly random: (n: number) => number;
}

/** Every namespace has this account automatically. */
const AUTOMATIC = 'default';

/** Automatic accounts get no Secret. Accounts of controllers use TokenRequests. */
function needsNoSecret({ metadata: { namespace = '', name = '' } }: ServiceAccount): boolean {
  return name === AUTOMATIC || isControllerAccount(namespace, name);
}

/**
 * Reconciles one account: creates a token Secret if it references none. A Secret that was generated for it and is not referenced,
 * because of an interruption or a conflict, is used before a new one is created.
 */
export async function reconcileAccount(deps: AccountDeps): Promise<Outcome> {
  const seen = deps.seen();
  if (seen === undefined || needsNoSecret(seen.account)) return 'done';
  if (hasToken(seen.account, seen.secrets, deps)) return 'done';
  const account = await deps.account();
  if (account === undefined || account.metadata.deletionTimestamp !== undefined) return 'done';
  const all = await deps.tokenSecrets();
  if (hasToken(account, all, deps)) return 'done';
  const ref = refOf(account);
  const spare = all.find(
    (secret) => isGenerated(secret.metadata.name ?? '', ref.name) && isTokenSecretOf(secret, ref, deps),
  );
  if (spare !== undefined) await addReference(deps, account, spare);
  else await addNewReference(deps, account, await deps.create(await newTokenSecret(ref, deps, deps.random)));
  return 'done';
}

/** After a conflict another writer may have added a Secret too, so that this one would be unused. */
async function addNewReference(deps: AccountDeps, account: ServiceAccount, secret: Secret): Promise<void> {
  try {
    await addReference(deps, account, secret);
  } catch (error) {
    if (isConflict(error)) await deps.deleteSecret(secret);
    throw error;
  }
}

async function addReference(deps: AccountDeps, account: ServiceAccount, { metadata }: Secret): Promise<void> {
  const { name = '' } = metadata;
  await deps.updateAccount({ ...account, secrets: [...(account.secrets ?? []), { name }] });
}

function hasToken(account: ServiceAccount, secrets: readonly Secret[], deps: AccountDeps): boolean {
  const referred = new Set(account.secrets?.map(({ name }) => name));
  const ref = refOf(account);
  return secrets.some((secret) => referred.has(secret.metadata.name) && isTokenSecretOf(secret, ref, deps));
}

/** Whether a Secret has, or will get, a token of this account. */
function isTokenSecretOf(secret: Secret, { name, uid }: AccountRef, { domain }: AccountDeps): boolean {
  const named = namedAccount(secret, domain);
  return named?.name === name && (named.uid ?? uid) === uid;
}

function refOf({ metadata: { namespace = '', name = '', uid = '' } }: ServiceAccount): AccountRef {
  return { namespace, name, uid };
}
