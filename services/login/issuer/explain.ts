import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { codeOf, LoginError, printable } from '../login-error.js';
import type { IssuerOptions } from '../tokens/saved-login.js';
import { isUntrusted } from './authorities.js';
import { clockProblem, type IssuerClock } from './clock.js';

/** The issuer refuses a refresh token, which has expired, was revoked, or was used before. */
export class RefusedGrantError extends LoginError {}

/** The error of a request to the issuer, for users. */
export function explained(
  error: unknown,
  { issuer, clientId }: Pick<IssuerOptions, 'issuer' | 'clientId'>,
  clock: IssuerClock,
): Error {
  if (error instanceof LoginError) return error;
  const say = (text: string): LoginError => new LoginError(text, { cause: error });
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const { error: code, error_description: description } = error;
    const why = printable(description === undefined ? code : `${code}: ${description}`);
    switch (code) {
      case 'invalid_client':
      case 'unauthorized_client':
        return say(
          `the issuer ${issuer} does not accept the client "${clientId}" (${why}); check --client-id, --client-secret-file and the grants of the client`,
        );
      case 'invalid_grant':
        return new RefusedGrantError(`the issuer ${issuer} refuses the sign-in (${why})`, { cause: error });
      case 'access_denied':
        return say(`the sign-in was denied (${why})`);
      case 'expired_token':
        return say('the code of the sign-in has expired; sign in again');
      case 'invalid_scope':
        return say(`the issuer ${issuer} does not accept the scopes (${why}); set others with --scope`);
      default:
        return say(`the issuer ${issuer} refuses the sign-in (${why})`);
    }
  }
  const code = codeOf(error);
  const why = printable(innermost(error));
  if (isUntrusted(code))
    return say(
      `the certificate of the issuer ${issuer} is signed by an unknown authority (${why}); set --issuer-certificate-authority`,
    );
  if (code?.startsWith('OAUTH_') === true) return say(answerProblem(code, { issuer, clientId, why }, clock));
  return say(`the issuer ${issuer} cannot be reached: ${why}`);
}

function answerProblem(
  code: string,
  { issuer, clientId, why }: { readonly issuer: string; readonly clientId: string; readonly why: string },
  clock: IssuerClock,
): string {
  switch (code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return `the ID token of ${issuer} is not valid at this time (${why}): ${clockProblem(clock) ?? 'compare the clocks of this machine and of the issuer'}`;
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return `the ID token of ${issuer} is not for this sign-in of the client "${clientId}" (${why})`;
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return `${issuer} describes itself as another issuer (${why}); --issuer-url must be exactly its issuer`;
    case 'OAUTH_TIMEOUT':
      return `the issuer ${issuer} does not answer in time`;
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `the issuer ${issuer} answers with an unexpected status (${why}); is --issuer-url right?`;
    default:
      return `the answer of the issuer ${issuer} is not accepted (${why})`;
  }
}

/** The message of the last error in the chain of causes, which is the most precise one. */
function innermost(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  if (last instanceof Error && last.cause instanceof Response) return `${last.message} ${last.cause.status}`;
  return errorMessage(last) || (codeOf(last) ?? 'unknown error');
}
