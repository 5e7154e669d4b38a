import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The keys of a provider (JWK), as it last published them. */
export interface KeySet {
  /** Keys that are as new as a token of that key id needs. Rejects where nothing is known and the provider does not answer. */
  readonly keysFor: (id: string | undefined) => Promise<readonly JsonObject[]>;
  /** The keys once more, when those that are known did not fit a token that names none; undefined where it is too early. */
  readonly newKeys: () => Promise<readonly JsonObject[] | undefined>;
}

export interface KeySetOptions {
  readonly issuer: string;
  readonly fetchJson: (url: URL) => Promise<JsonObject>;
  /** Told when the provider did not answer, but keys are known. */
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
}

/** Milliseconds between two questions to the provider: whoever makes up key ids can have no more asked. */
const COOLDOWN = 5_000;
/** Milliseconds after which keys are read again, so that those that were withdrawn go. */
const MAX_AGE = 10 * 60_000;

/**
 * Finds the keys by the provider's discovery document when they are first needed, and again for a key that is not known, or
 * after ten minutes. All who wait share one question. While the provider does not answer, known keys keep working.
 */
export function oidcKeySet({ issuer, fetchJson, onError, now }: KeySetOptions): KeySet {
  let keys: readonly JsonObject[] | undefined;
  let failure: unknown;
  let askedAt = -Infinity;
  let readAt = -Infinity;
  let underWay: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = now().getTime();
    try {
      keys = await publishedKeys(issuer, fetchJson);
      readAt = now().getTime();
    } catch (error) {
      failure = error;
      if (keys !== undefined) onError(error);
    } finally {
      underWay = undefined;
    }
  }

  /** Undefined while it is too early to ask again. */
  function refresh(): Promise<void> | undefined {
    const isEarly = Math.abs(now().getTime() - askedAt) < COOLDOWN;
    if (underWay === undefined && !isEarly) underWay = ask();
    return underWay;
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
