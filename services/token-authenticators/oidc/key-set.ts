import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The keys of a provider (JWK), as last published. */
export interface KeySet {
  /** The keys for a token of this key id; fetches them if needed. Rejects if no keys are known and the fetch fails. */
  readonly keysFor: (id: string | undefined) => Promise<readonly JsonObject[]>;
  /** Refetched keys for a token without key id that no known key verifies; undefined during the cooldown. */
  readonly newKeys: () => Promise<readonly JsonObject[] | undefined>;
}

export interface KeySetOptions {
  readonly issuer: string;
  readonly fetchJson: (url: URL) => Promise<JsonObject>;
  /** Called when a fetch fails and older keys are used. */
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
}

/** Minimum milliseconds between two fetches, so that invented key ids cause no load. */
const COOLDOWN = 5_000;
/** Maximum age of keys in milliseconds, so that withdrawn keys are dropped. */
const MAX_AGE = 10 * 60_000;

/**
 * Fetches the keys by the provider's discovery document on first use, for an unknown key id, and after ten minutes. Concurrent
 * callers share one fetch. While the provider is down, the known keys stay valid.
 */
export function oidcKeySet({ issuer, fetchJson, onError, now }: KeySetOptions): KeySet {
  let keys: readonly JsonObject[] | undefined;
  let failure: unknown;
  let fetchedAt = -Infinity;
  let readAt = -Infinity;
  let inFlight: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    fetchedAt = now().getTime();
    try {
      keys = await publishedKeys(issuer, fetchJson);
      readAt = now().getTime();
    } catch (error) {
      failure = error;
      if (keys !== undefined) onError(error);
    } finally {
      inFlight = undefined;
    }
  }

  /** Undefined during the cooldown. */
  function refresh(): Promise<void> | undefined {
    const isEarly = Math.abs(now().getTime() - fetchedAt) < COOLDOWN;
    if (inFlight === undefined && !isEarly) inFlight = fetchKeys();
    return inFlight;
  }

  return {
    async keysFor(id) {
      const isKnown = keys !== undefined && (id === undefined || keys.some(({ kid }) => kid === id));
      if (!isKnown) await refresh();
      else if (Math.abs(now().getTime() - readAt) >= MAX_AGE) void refresh();
      if (keys === undefined) throw failure;
      return keys;
    },
    async newKeys() {
      const before = keys;
      await refresh();
      return keys === before ? undefined : keys;
    },
  };
}

/** OpenID Connect Discovery 1.0, section 4. */
async function publishedKeys(issuer: string, fetchJson: KeySetOptions['fetchJson']): Promise<JsonObject[]> {
  const discovery = await fetchJson(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
  const { issuer: name, jwks_uri: address } = discovery;
  if (name !== issuer) throw new Error(`the provider of ${issuer} calls itself ${JSON.stringify(name)}`);
  if (typeof address !== 'string' || !URL.canParse(address)) throw new Error(`${issuer} names no jwks_uri`);
  const { keys } = await fetchJson(new URL(address));
  if (!Array.isArray(keys)) throw new Error(`${address} holds no keys`);
  return keys.filter(isObject);
}
