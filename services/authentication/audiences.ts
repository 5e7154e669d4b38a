import { UNKNOWN, type TokenAuthenticator } from './token-authenticator.js';

/** Those of the wanted audiences that are among the given ones. */
export function commonAudiences(wanted: readonly string[], given: readonly string[]): string[] {
  return wanted.filter((audience) => given.includes(audience));
}

/** For tokens that do not say whom they are for: they are for the API server, and nobody else. */
export function forApiServer(tokens: TokenAuthenticator, apiAudiences: readonly string[]): TokenAuthenticator {
  return {
    name: tokens.name,
    async authenticateToken(token, question) {
      const audiences = commonAudiences(question.audiences, apiAudiences);
      if (audiences.length === 0) return UNKNOWN;
      const result = await tokens.authenticateToken(token, question);
      return result.type === 'authenticated' ? { ...result, audiences } : result;
    },
  };
}
