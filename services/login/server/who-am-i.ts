import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { LoginError, printable } from '../login-error.js';
import type { IssuerOptions } from '../tokens/saved-login.js';
import { ask, type ServerOptions } from './ask.js';

/**
 * The user of an ID token at the server (SelfSubjectReview); undefined if the server does not tell. Rejects with LoginError if the
 * server does not accept the token.
 */
export async function whoAmI(
  options: ServerOptions,
  idToken: string,
  { issuer, clientId }: IssuerOptions,
): Promise<string | undefined> {
  const { pathname } = new URL(options.server);
  const { status, body } = await ask(options, {
    method: 'POST',
    target: `${pathname.replace(/\/+$/, '')}/apis/authentication.k8s.io/v1/selfsubjectreviews`,
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json', accept: 'application/json' },
    body: Buffer.from(JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })),
    repeatable: true,
  });
  if (status === 401) {
    throw new LoginError(
      `${options.server} does not accept the ID tokens of ${issuer} for the client "${clientId}". Its issuer and its client must be the same (--oidc-issuer-url, --oidc-client-id), and the user must have the claims that it requires`,
    );
  }
  const review = body?.['status'];
  const user = isObject(review) ? review['userInfo'] : undefined;
  const name = isObject(user) ? user['username'] : undefined;
  return typeof name === 'string' ? printable(name) : undefined;
}
