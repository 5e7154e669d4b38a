import { UNKNOWN, type TokenAuthenticator } from './token-authenticator.js';

/** The requested audiences that are also among the given ones. */
export function commonAudiences(wanted: readonly string[], given: readonly string[]): string[] {
  return wanted.filter((audience) => given.includes(audience));
}

/** Adds audiences to an authenticator whose tokens have none: the tokens are valid for the API server only. */
export function forApiServer(tokens: TokenAuthenticator, apiAudiences: readonly string[]): TokenAuthenticator {
  return {
    name: tokens.name,
    async authenticateToken(token, context) {
      const audiences = commonAudiences(context.audiences, apiAudiences);
      if (audiences.length === 0) return UNKNOWN;
      const result = await tokens.authenticateToken(token, context);
      return result.type === 'authenticated' ? { ...result, audiences } : result;
    },
  };
}
