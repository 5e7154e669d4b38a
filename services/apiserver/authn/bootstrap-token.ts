import { createHash, timingSafeEqual } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { canonicalTime, secondsOfTime, TimeError } from '@pilothouse/apimachinery/schema/time.js';
import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';

export interface BootstrapTokenOptions {
  readonly secrets: Resource;
  readonly domain: Domain;
  readonly now: () => Date;
}

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const GROUP = 'system:bootstrappers';
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/**
 * Bootstrap tokens, with which new machines authenticate for the first time: `id.secret`, stored in secrets
 * `bootstrap-token-id` of the namespace `kube-system`. An id that is not in the watch cache is refused without a read
 * of the store, so that guessing is cheap for the server. A known secret is read from the store, so that a revoked
 * token is invalid on every replica at once.
 */
export function bootstrapTokenAuthenticator({ secrets, domain, now }: BootstrapTokenOptions): TokenAuthenticator {
  const { definition, store, stored } = secrets;
  return {
    name: 'bootstrap-token',
    async authenticateToken(token, { signal }) {
      const [, id, secret] = TOKEN.exec(token) ?? [];
      if (id === undefined || secret === undefined) return UNKNOWN;
      const key = objectKey(definition, 'kube-system', `bootstrap-token-${id}`);
      const cached = await store.get(key, { atLeast: 0 });
      const { entry } = cached.entry === undefined ? cached : await store.get(key, { signal: signal() });
      if (entry === undefined) return UNKNOWN;
      const user = bootstrapUser(stored.decode(entry), { id, secret, now: now(), domain });
      return typeof user === 'string' ? { type: 'rejected', reason: user } : { type: 'authenticated', user };
    },
  };
}

interface BootstrapToken extends Pick<BootstrapTokenOptions, 'domain'> {
  readonly id: string;
  readonly secret: string;
  readonly now: Date;
}

/** The user of a bootstrap token, from its secret; otherwise the reason for refusal. */
function bootstrapUser(object: JsonObject, { id, secret, now, domain }: BootstrapToken): User | string {
  if (metadataOf(object).deletionTimestamp !== undefined) return 'the secret is being deleted';
  if (object['type'] !== `bootstrap.${domain.label}/token`) return 'the secret has another type';
  const data = isObject(object['data']) ? object['data'] : undefined;
  const read = (name: string): string => {
    const value = data?.[name];
    return typeof value === 'string' ? Buffer.from(value, 'base64').toString() : '';
  };
  if (!isSame(read('token-secret'), secret)) return 'the token has another secret';
  if (read('token-id') !== id) return 'the secret is for another token id';
  if (hasPassed(read('expiration'), now)) return 'the token has expired';
  if (read('usage-bootstrap-authentication') !== 'true') return 'the token is not for authentication';
  const extra = read('auth-extra-groups');
  const groups = extra === '' ? [] : extra.split(',');
  const wrong = groups.find((group) => !EXTRA_GROUP.test(group));
  if (wrong !== undefined) return `${JSON.stringify(wrong)} is not allowed as a group of a bootstrap token`;
  return authenticatedUser(`system:bootstrap:${id}`, [GROUP, ...groups].sort());
}

/** Constant-time comparison. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** As in Kubernetes, an unreadable time has passed. An absent one never does. */
function hasPassed(text: string, now: Date): boolean {
  if (text === '') return false;
  try {
    const time = canonicalTime(text, false);
    return time === undefined || secondsOfTime(time).seconds * 1000 < now.getTime();
  } catch (error) {
    if (error instanceof TimeError) return true;
    throw error;
  }
}
