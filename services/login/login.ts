import type { Issuer } from './issuer/issuer.js';
import type { OpenBrowser } from './issuer/browser.js';
import type { ExecEntry } from './kubeconfig/merge.js';
import { printable } from './login-error.js';
import type { IssuerFlags, LoginOptions } from './options/login-options.js';
import type { IssuerOptions, SavedLogin, Tokens } from './tokens/saved-login.js';
import type { LoginStore } from './tokens/store.js';

/** The surroundings of the commands. */
export interface LoginContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly store: LoginStore;
  /** Absent if there is no browser that the user sees. */
  readonly openBrowser?: OpenBrowser | undefined;
  /** How kubectl runs this program. */
  readonly command: readonly [string, ...string[]];
  /** Whether the standard input is a terminal. */
  readonly isTerminal: boolean;
  /** The result, on the standard output. */
  readonly out: (text: string) => void;
  /** Lines for the user. */
  readonly say: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** The issuer of the flags. Undefined if the server must be asked for it. */
export function issuerOf({ issuer, clientId, scopes = SCOPES, ...files }: IssuerFlags): IssuerOptions | undefined {
  return issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, scopes, ...files };
}

/** Signs a user in, and writes the kubeconfig. Rejects with LoginError; then, nothing has been written. */
export async function login(options: LoginOptions, context: LoginContext): Promise<void> {
  const { server, caFile, issuer: flags, flow, keyring, kubeconfig, name, switchContext } = options;
  const { environment, store, out, say, signal } = context;
  const [{ authoritiesOf }, { findIssuer }, { whoAmI }, { kubeconfigPaths, knownAuthority, placeOf, writeEntries }] =
    await Promise.all([
      import('./issuer/authorities.js'),
      import('./server/find-issuer.js'),
      import('./server/who-am-i.js'),
      import('./kubeconfig/files.js'),
    ]);
  const paths = kubeconfigPaths(kubeconfig, environment);
  const givenCa = caFile === undefined ? undefined : await authoritiesOf(caFile);
  const ownCa = givenCa ?? (await knownAuthority(paths, server));
  const asked = { server, caPem: ownCa ?? (await authoritiesOf(undefined)), signal };
  let issuer = issuerOf(flags);
  if (issuer === undefined) {
    const named = await findIssuer(asked);
    issuer = { scopes: SCOPES, ...named, ...flags };
    // The server gets a token of this client, which other servers may accept too.
    say(`${server} names the issuer ${printable(named.issuer)} and the client ${printable(named.clientId)}.\n`);
  }
  const exec = execEntry(context.command, server, { issuer, keyring });
  const entries = { name, server, caPem: ownCa, exec, switchContext };
  await placeOf(paths, entries);
  await store.alone({ server, issuer }, signal, async () => {
    const tokens = await signInAt(issuer, flow, context);
    const user = await whoAmI(asked, tokens.idToken, issuer);
    await store.write({ server, issuer, tokens, keyring });
    out(`Signed in to ${server}${user === undefined ? '' : ` as ${user}`}.\n`);
    const { path, current } = await writeEntries(paths, entries, signal);
    const hint = current === name ? 'It is the current one.' : `Use it by: kubectl config use-context ${name}`;
    out(`Wrote the context ${JSON.stringify(name)} to ${path}. ${hint}\n`);
  });
}

/** Signs in at an issuer. Rejects with LoginError. */
export async function signInAt(
  options: IssuerOptions,
  flow: LoginOptions['flow'],
  { openBrowser, say, now, signal }: LoginContext,
): Promise<Tokens> {
  const [{ readIssuer }, { signIn }] = await Promise.all([import('./issuer/issuer.js'), import('./issuer/sign-in.js')]);
  const issuer: Issuer = await readIssuer(options, now);
  return signIn(issuer, flow, { openBrowser, say, signal });
}

type Place = Pick<SavedLogin, 'issuer' | 'keyring'>;

function execEntry([command, ...before]: LoginContext['command'], server: string, place: Place): ExecEntry {
  return { command, args: [...before, 'login', `--server=${server}`, ...issuerArguments(place)] };
}

/** The flags that name the issuer and the place of the tokens. */
export function issuerArguments({ issuer: options, keyring }: Place): string[] {
  const { issuer, clientId, clientSecretFile, caFile, scopes } = options;
  return [
    `--issuer-url=${issuer}`,
    `--client-id=${clientId}`,
    `--scope=${scopes.join(',')}`,
    ...(clientSecretFile === undefined ? [] : [`--client-secret-file=${clientSecretFile}`]),
    ...(caFile === undefined ? [] : [`--issuer-certificate-authority=${caFile}`]),
    ...(keyring ? ['--keyring'] : []),
  ];
}
