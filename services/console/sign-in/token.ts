import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { selfSubjectReviews } from '@pilothouse/client/authentication.js';
import { createClient } from '@pilothouse/client/client.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { bearing } from '../proxy/upstream.js';
import type { Grant } from '../session/session.js';
import { RejectedError } from './strategy.js';

/** Fits into the cookies of a session. */
const MAX_TOKEN = 8_000;
/** A token as in RFC 6750, which a header can carry. */
const TOKEN = /^[\w.~+/-]+=*$/;

export interface TokenCheckOptions {
  readonly transport: Transport;
  readonly domain: Domain;
}

/** Asks the API server for the user of a token. Rejects with RejectedError for a token that the server does not accept. */
export async function grantOfToken(token: unknown, { transport, domain }: TokenCheckOptions): Promise<Grant> {
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new RejectedError('This is not a bearer token.');
  if (token.length > MAX_TOKEN) throw new RejectedError(`The token has more than ${MAX_TOKEN} characters.`);
  const client = createClient({ transport: bearing(transport, token), domain });
  try {
    const { status } = await client.of(selfSubjectReviews).create({});
    return { type: 'token', token, user: status?.userInfo?.username ?? '' };
  } catch (error) {
    if (error instanceof StatusError && error.code === 401) {
      throw new RejectedError('The API server does not accept this token.');
    }
    throw error;
  }
}
