import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { backoff, type Timing } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { commonAudiences } from './audiences.js';
import { textAt, textsIn } from './claims.js';
import { readAtMost } from './read-at-most.js';
import { UNKNOWN, type Authentication, type TokenAuthenticator } from './token-authenticator.js';
import { authenticatedUser, type User } from './user.js';

export interface WebhookAuthenticatorOptions {
  /** Of the TokenReviews that are sent. */
  readonly version: 'v1' | 'v1beta1';
  /** The service as it is to be reached now. */
  readonly service: () => WebhookService;
  readonly domain: Domain;
  /** Whom a token is for when the answer does not say. */
  readonly apiAudiences: readonly string[];
  readonly timing: Timing;
}

export interface WebhookService {
  readonly transport: Transport;
  /** Path and query. */
  readonly target: string;
}

/** The path of a kubeconfig's server is the service's own: nothing is put behind it. */
export function webhookService(options: HttpsTransportOptions): WebhookService {
  const { origin, pathname, search } = new URL(options.url);
  return { transport: httpsTransport({ ...options, url: origin }), target: pathname + search };
}

/** How often a service is asked that cannot answer, and the milliseconds between two attempts, as in Kubernetes. */
const ATTEMPTS = 5;
const WAIT = { first: 500, longest: 5_000 };

/** Asks a service whose a token is, with a TokenReview. Rejects where no answer is to be had, or it makes no sense. */
export function webhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { service, domain, version, apiAudiences, timing } = options;
  const apiVersion = `${domain.group('authentication')}/${version}`;
  return {
    name: 'webhook',
    async authenticateToken(token, { audiences, signal }) {
      const review = {
        kind: 'TokenReview',
        apiVersion,
        metadata: { creationTimestamp: null },
        spec: { token, audiences },
        status: { user: {} },
      };
      const body = Buffer.from(JSON.stringify(review));
      const answer = await askPatiently(() => ask(service(), body, signal()), timing, signal());
      const { kind, spec, status } = answer;
      if (kind !== 'TokenReview' || answer['apiVersion'] !== apiVersion)
        throw new Error('the answer is no TokenReview');
      const about = isObject(spec) ? ownValue(spec, 'token') : undefined;
      if (about !== undefined && about !== token) throw new Error('the answer is about another token');
      if (!isObject(status)) throw new Error('the answer has no status');
      return authenticationOf(status, { audiences, apiAudiences });
    },
  };
}

class BusyError extends Error {}

async function askPatiently<T>(attempt: () => Promise<T>, timing: Timing, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const isPassing = error instanceof BusyError || isNetworkError(error);
      if (failures === ATTEMPTS || !isPassing) throw error;
      await timing.sleep(backoff(failures, WAIT, timing.random), signal);
    }
  }
}

/** The system's own error codes, in contrast to those of TLS and HTTP. */
function isNetworkError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(AI_)?[A-Z0-9]+$/.test(String(error.code));
}

async function ask({ transport, target }: WebhookService, body: Uint8Array, signal: AbortSignal): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await transport.request({ method: 'POST', target, headers, body, signal });
  const bytes = await readAtMost(response.body);
  const { status } = response;
  if (status === 429 || status >= 500) throw new BusyError(`the webhook answers with ${status}`);
  if (status < 200 || status > 299) throw new Error(`the webhook answers with ${status}`);
  const { value } = parseJson(bytes);
  if (!isObject(value)) throw new Error('the answer is no JSON object');
  return value;
}

interface Audiences {
  readonly audiences: readonly string[];
  readonly apiAudiences: readonly string[];
}

/** What the status of a TokenReview says. Throws for one that cannot be understood. */
function authenticationOf(status: JsonObject, { audiences, apiAudiences }: Audiences): Authentication {
  const { authenticated, user } = status;
  if (authenticated !== true) {
    const reason = textAt(status, 'error');
    return reason === undefined ? UNKNOWN : { type: 'rejected', reason };
  }
  const given = textsIn(status['audiences']);
  const common = commonAudiences(audiences, given.length === 0 ? apiAudiences : given);
  if (common.length === 0) return UNKNOWN;
  if (!isObject(user)) throw new Error('the answer names no user');
  return { type: 'authenticated', user: userOf(user), audiences: common };
}

function userOf(info: JsonObject): User {
  const name = textAt(info, 'username');
  if (name === undefined) throw new Error('the answer names no user');
  const { extra } = info;
  const entries = isObject(extra) ? Object.entries(extra) : [];
  return {
    ...authenticatedUser(name, allTexts(info['groups']), textAt(info, 'uid')),
    extra: new Map(entries.map(([key, values]) => [key, allTexts(values)])),
  };
}

/** The texts of a list that may be left out. */
function allTexts(value: JsonValue | undefined): string[] {
  const list = value ?? [];
  const texts = textsIn(value);
  if (Array.isArray(list) && texts.length === list.length) return texts;
  throw new Error('the answer names a user that cannot be understood');
}
