import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { LoginContext } from './login.js';
import type { SavedLogin } from './tokens/saved-login.js';

/**
 * Signs out of a server, or of all without one: revokes refresh tokens at the issuer, and removes the tokens of this machine in any
 * case. Resolves to the exit code: 1 if a token could not be revoked.
 */
export async function logout(
  server: string | undefined,
  context: Pick<LoginContext, 'store' | 'out' | 'say' | 'now' | 'signal'>,
): Promise<number> {
  const { store, out, say, signal } = context;
  const logins = (await store.list()).filter((login) => server === undefined || login.server === server);
  if (logins.length === 0)
    out(server === undefined ? 'No user is signed in.\n' : `No user is signed in to ${server}.\n`);
  let code = 0;
  for (const login of logins) {
    await store.alone(login, signal, async () => {
      const problem = await revocationProblem(login, context);
      await store.remove(login);
      out(`Signed out of ${login.server}.\n`);
      if (problem !== undefined) {
        say(`warning: the refresh token was not revoked, and may be valid where it was copied to: ${problem}\n`);
        code = 1;
      }
    });
  }
  return code;
}

/** Revokes the refresh token. Resolves to the reason why it may still be valid. */
async function revocationProblem(
  { issuer, tokens: { refreshToken } }: SavedLogin,
  { now }: Pick<LoginContext, 'now'>,
): Promise<string | undefined> {
  if (refreshToken === undefined) return undefined;
  const { readIssuer, revoke } = await import('./issuer/issuer.js');
  try {
    const isRevoked = await revoke(await readIssuer(issuer, now), refreshToken);
    return isRevoked ? undefined : `the issuer ${issuer.issuer} cannot revoke tokens`;
  } catch (error) {
    return errorMessage(error);
  }
}
