import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isControllerAccount } from '../names.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict } from '../refusals.js';
import { isGenerated, namedAccount, newTokenSecret, type AccountRef, type TokenSecretOptions } from './token-secret.js';

/** What reconciling needs of the API. The account is the one that is worked on. */
export interface AccountDeps extends TokenSecretOptions {
  /** As the informers have them; only secrets that the account refers to. */
  readonly seen: () => { readonly account: ServiceAccount; readonly secrets: readonly Secret[] } | undefined;
  /** The account as it is now. */
  readonly account: () => Promise<ServiceAccount | undefined>;
  /** The secrets in its namespace that keep tokens, as they are now. */
  readonly tokenSecrets: () => Promise<readonly Secret[]>;
  /** Resolves to the secret as it is stored. */
  readonly create: (secret: Secret) => Promise<Secret>;
  readonly deleteSecret: (secret: Secret) => Promise<void>;
  /** Rejects where the account has changed since it was read. */
  readonly updateAccount: (account: ServiceAccount) => Promise<void>;
  /** An integer from 0 to n - 1. */
  readonly random: (n: number) => number;
}

/** Every namespace gets this one by itself. */
const AUTOMATIC = 'default';

/** Nobody asked for the tokens of accounts that make themselves; those of controllers get theirs otherwise, for an hour each. */
function isMadeForNobody({ metadata: { namespace = '', name = '' } }: ServiceAccount): boolean {
  return name === AUTOMATIC || isControllerAccount(namespace, name);
}

/**
 * One step with an account: where it refers to no secret with its token, it is given one. A secret that was made for it
 * and that it does not refer to, because somebody was interrupted or replaced the account, is used before a new one is made.
 */
export async function reconcileAccount(deps: AccountDeps): Promise<Outcome> {
  const seen = deps.seen();
  if (seen === undefined || isMadeForNobody(seen.account)) return 'done';
  if (hasToken(seen.account, seen.secrets, deps)) return 'done';
  const account = await deps.account();
  if (account === undefined || account.metadata.deletionTimestamp !== undefined) return 'done';
  const all = await deps.tokenSecrets();
  if (hasToken(account, all, deps)) return 'done';
  const ref = refOf(account);
  const spare = all.find((secret) => isGenerated(secret.metadata.name ?? '', ref.name) && keeps(secret, ref, deps));
  if (spare !== undefined) await refer(deps, account, spare);
  else await referToNew(deps, account, await deps.create(await newTokenSecret(ref, deps, deps.random)));
  return 'done';
}

/** Whoever else has changed the account may have given it a secret too, and this one would be left over. */
async function referToNew(deps: AccountDeps, account: ServiceAccount, secret: Secret): Promise<void> {
  try {
    await refer(deps, account, secret);
  } catch (error) {
    if (isConflict(error)) await deps.deleteSecret(secret);
    throw error;
  }
}

async function refer(deps: AccountDeps, account: ServiceAccount, { metadata }: Secret): Promise<void> {
  const { name = '' } = metadata;
  await deps.updateAccount({ ...account, secrets: [...(account.secrets ?? []), { name }] });
}

function hasToken(account: ServiceAccount, secrets: readonly Secret[], deps: AccountDeps): boolean {
  const referred = new Set(account.secrets?.map(({ name }) => name));
  const ref = refOf(account);
  return secrets.some((secret) => referred.has(secret.metadata.name) && keeps(secret, ref, deps));
}

/** Whether the secret keeps a token of the very account, or is about to. */
function keeps(secret: Secret, { name, uid }: AccountRef, { domain }: AccountDeps): boolean {
  const named = namedAccount(secret, domain);
  return named?.name === name && (named.uid ?? uid) === uid;
}

function refOf({ metadata: { namespace = '', name = '', uid = '' } }: ServiceAccount): AccountRef {
  return { namespace, name, uid };
}
