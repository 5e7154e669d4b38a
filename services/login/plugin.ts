import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { execCredential, readExecInfo } from './exec-credential.js';
import { LoginError } from './login-error.js';
import { issuerArguments, issuerOf, signInAt, type LoginContext } from './login.js';
import type { LoginOptions } from './options/login-options.js';
import type { IssuerOptions, SavedLogin, Tokens } from './tokens/saved-login.js';

/** Milliseconds before its expiry at which a token is renewed, so that it does not expire on its way. */
const RENEW_BEFORE = 10_000;

/**
 * The credential plugin of kubectl: writes an ExecCredential with the saved ID token, which it renews. On a terminal, it signs the
 * user in again if that is not possible. Rejects with LoginError.
 */
export async function plugin(options: LoginOptions, context: LoginContext): Promise<void> {
  const { environment, store, isTerminal, out, now, signal } = context;
  const issuer = issuerOf(options.issuer);
  if (issuer === undefined) throw new TypeError('the flags name the issuer');
  const { apiVersion, isInteractive } = readExecInfo(environment['KUBERNETES_EXEC_INFO'], isTerminal);
  const id = { server: options.server, issuer };
  const fresh = async (): Promise<Tokens | undefined> => {
    const tokens = (await store.read(id))?.tokens;
    return tokens !== undefined && tokens.expires - now() > RENEW_BEFORE ? tokens : undefined;
  };
  const tokens =
    (await fresh()) ??
    // Another process may have renewed them in the meantime. A refresh token may be valid only once.
    (await store.alone(
      id,
      signal,
      async () => (await fresh()) ?? renewed({ options, issuer, isInteractive }, context),
    ));
  out(execCredential(apiVersion, tokens));
}

interface Renewal {
  readonly options: LoginOptions;
  readonly issuer: IssuerOptions;
  readonly isInteractive: boolean;
}

/** Renews the tokens, or signs in again. Saves the result. */
async function renewed({ options, issuer, isInteractive }: Renewal, context: LoginContext): Promise<Tokens> {
  const { server, keyring, flow } = options;
  const { store, say, now } = context;
  const former = (await store.read({ server, issuer }))?.tokens;
  const save = async (tokens: Tokens): Promise<Tokens> => {
    const saved: SavedLogin = { server, issuer, tokens, keyring };
    await store.write(saved);
    return tokens;
  };
  let why = 'no user is signed in';
  if (former?.refreshToken !== undefined) {
    const [{ readIssuer, renew }, { RefusedGrantError }] = await Promise.all([
      import('./issuer/issuer.js'),
      import('./issuer/explain.js'),
    ]);
    const { refreshToken } = former;
    try {
      return await save(await renew(await readIssuer(issuer, now), { ...former, refreshToken }));
    } catch (error) {
      if (!(error instanceof RefusedGrantError)) throw error;
      why = errorMessage(error);
      await store.write({ server, issuer, keyring, tokens: withoutRefresh(former) });
    }
  } else if (former !== undefined) {
    why = 'the sign-in has expired, and the issuer gave no refresh token';
  }
  if (isInteractive) {
    say(`${server}: ${why}.\n`);
    return save(await signInAt(issuer, flow, context));
  }
  const again = ['pilothouse', 'login', server, ...issuerArguments({ issuer, keyring })];
  throw new LoginError(`${server}: ${why}. Run: ${again.map(quoted).join(' ')}`);
}

function withoutRefresh({ idToken, expires, subject }: Tokens): Tokens {
  return { idToken, expires, subject };
}

/** A word of a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
