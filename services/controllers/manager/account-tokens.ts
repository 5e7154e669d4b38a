import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Client } from '@pilothouse/client/client.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { limited } from '../limited.js';
import { SYSTEM_NAMESPACE } from '../names.js';
import { isCreatedInVain, isObjectNotFound } from '../refusals.js';

export interface AccountTokensOptions {
  /** The service account, in `kube-system`. It is made where it is missing. */
  readonly account: string;
  /** Of somebody who may make the account and its tokens. */
  readonly client: Client;
  readonly domain: Domain;
  readonly timing: Timing;
  /** Told of a renewal that failed while the token is still good; another attempt follows after so many milliseconds. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Aborted when no token is needed any more. */
  readonly signal: AbortSignal;
}

/** The token with which an account signs in. */
export interface AccountTokens {
  /** A token that should be good now. Rejects with the server's StatusError where there is none to be had. */
  readonly current: () => Promise<string>;
  /** The server does not take this token, though it should be good: the account was made anew, or the server's keys were. */
  readonly refused: (token: string) => void;
}

/** Seconds that a token is to live, as in Kubernetes. The server may shorten it. */
const LIFE = 3600;
/** The part of its life after which a token is renewed, and how much later that may be by chance. */
const RENEWAL = { from: 0.75, chance: 0.1 };
/** Milliseconds that the server may take to make a token, and until it is asked again for one that is not urgent. */
const TIMEOUT = 10_000;
const RETRY = 10_000;

interface Held {
  readonly token: string;
  /** By the clock of {@link Timing}. What the server says of the time of day is not compared with this machine's. */
  renewAt: number;
  readonly expires: number;
}

/** Makes tokens of one account as they are needed: one request at a time, also where many wait for it. */
export function accountTokens(options: AccountTokensOptions): AccountTokens {
  const { timing, onError, signal } = options;
  let held: Held | undefined;
  let underWay: Promise<Held> | undefined;

  async function renew(): Promise<Held> {
    const sent = timing.now();
    const { token, seconds } = await limited(TIMEOUT, signal, (limit) => newToken(options, limit));
    const life = seconds * 1000;
    const renewAt = sent + life * (RENEWAL.from + RENEWAL.chance * timing.random());
    held = { token, renewAt, expires: sent + life };
    return held;
  }

  const next = (): Promise<Held> =>
    (underWay ??= renew().finally(() => {
      underWay = undefined;
    }));

  return {
    async current() {
      const now = timing.now();
      if (held === undefined || now >= held.expires) return (await next()).token;
      const known = held;
      if (now >= known.renewAt && underWay === undefined) {
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
 * Throws the server's StatusError. That the account is made is not fenced by a leader's lease: it holds nothing but its name, each
 * leader would make it, and what its token is used for is fenced.
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
    if (!isCreatedInVain(error)) throw error;
  });
  return requestToken(options, signal);
}

interface Answer {
  readonly token: string;
  /** How long it lives, from when it was made. */
  readonly seconds: number;
}

async function requestToken({ account, client, domain }: AccountTokensOptions, signal: AbortSignal): Promise<Answer> {
  const accounts = client.of(inDomain(serviceAccounts, domain)).namespace(SYSTEM_NAMESPACE);
  const wanted = { spec: { expirationSeconds: LIFE } };
  const { spec, status } = await accounts.subresource('token').create(account, wanted, { signal });
  const token = status?.token ?? '';
  if (token === '') throw new Error(`the server made no token of the service account ${account}`);
  return { token, seconds: Number(spec.expirationSeconds ?? LIFE) };
}
