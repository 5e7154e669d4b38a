import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Client } from '@pilothouse/client/client.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { withTimeout } from '../with-timeout.js';
import { SYSTEM_NAMESPACE } from '../names.js';
import { isExpectedCreateError, isObjectNotFound } from '../api-errors.js';

export interface AccountTokensOptions {
  /** The service account in `kube-system`. It is created if it is missing. */
  readonly account: string;
  /** A client that may create the account and its tokens. */
  readonly client: Client;
  readonly domain: Domain;
  readonly timing: Timing;
  /** Called when a renewal fails while the token is valid, with the milliseconds until the next attempt. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Aborted when no more tokens are needed. */
  readonly signal: AbortSignal;
}

/** The token of a service account. */
export interface AccountTokens {
  /** A token that should be valid now. Rejects with the server's StatusError. */
  readonly current: () => Promise<string>;
  /** Discards a token that the server rejects, after the account was recreated or the server's keys were replaced. */
  readonly refused: (token: string) => void;
}

/** The requested lifetime in seconds, as in Kubernetes. The server may shorten it. */
const LIFETIME = 3600;
/** The part of its lifetime after which a token is renewed, and the jitter. */
const RENEWAL = { from: 0.75, jitter: 0.1 };
/** Timeout of a token request, and the delay after a failed renewal, in milliseconds. */
const TIMEOUT = 10_000;
const RETRY = 10_000;

interface Held {
  readonly token: string;
  /** By the clock of {@link Timing}. The wall clocks of server and client are not compared. */
  renewAt: number;
  readonly expires: number;
}

/** Requests tokens of one account with singleflight: concurrent callers share one request. */
export function accountTokens(options: AccountTokensOptions): AccountTokens {
  const { timing, onError, signal } = options;
  let held: Held | undefined;
  let inFlight: Promise<Held> | undefined;

  async function renew(): Promise<Held> {
    const sent = timing.now();
    const { token, seconds } = await withTimeout(TIMEOUT, signal, (limit) => newToken(options, limit));
    const lifetime = seconds * 1000;
    const renewAt = sent + lifetime * (RENEWAL.from + RENEWAL.jitter * timing.random());
    held = { token, renewAt, expires: sent + lifetime };
    return held;
  }

  const next = (): Promise<Held> =>
    (inFlight ??= renew().finally(() => {
      inFlight = undefined;
    }));

  return {
    async current() {
      const now = timing.now();
      if (held === undefined || now >= held.expires) return (await next()).token;
      const known = held;
      if (now >= known.renewAt && inFlight === undefined) {
        next().catch((error: unknown) => {
          known.renewAt = timing.now() + RETRY;
          if (!signal.aborted) onError(error, RETRY);
        });
      }
      return known.token;
    },
    refused(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

/**
 * Throws the server's StatusError. The creation of the account is not fenced by the lease: the account holds only its name, each
 * leader would create it, and all writes with its token are fenced.
 */
async function newToken(options: AccountTokensOptions, signal: AbortSignal): Promise<Answer> {
  try {
    return await requestToken(options, signal);
  } catch (error) {
    if (!isObjectNotFound(error)) throw error;
  }
  const { account, client } = options;
  const accounts = client.of(serviceAccounts).namespace(SYSTEM_NAMESPACE);
  await accounts.create({ metadata: { name: account } }, { signal }).catch((error: unknown) => {
    if (!isExpectedCreateError(error)) throw error;
  });
  return requestToken(options, signal);
}

interface Answer {
  readonly token: string;
  /** Lifetime from the request on. */
  readonly seconds: number;
}

async function requestToken({ account, client, domain }: AccountTokensOptions, signal: AbortSignal): Promise<Answer> {
  const accounts = client.of(inDomain(serviceAccounts, domain)).namespace(SYSTEM_NAMESPACE);
  const wanted = { spec: { expirationSeconds: LIFETIME } };
  const { spec, status } = await accounts.subresource('token').create(account, wanted, { signal });
  const token = status?.token ?? '';
  if (token === '') throw new Error(`the server returned no token for the service account ${account}`);
  return { token, seconds: Number(spec.expirationSeconds ?? LIFETIME) };
}
