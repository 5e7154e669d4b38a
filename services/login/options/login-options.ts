import { resolve as absolute } from 'node:path';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import { LOGIN_FLAGS, type LoginFlagValues } from './flags.js';

/** What the user says about the issuer. The API server names what is absent. */
export interface IssuerFlags {
  readonly issuer?: string;
  readonly clientId?: string;
  /** Absolute paths. */
  readonly clientSecretFile?: string;
  readonly caFile?: string;
  readonly scopes?: readonly string[];
}

export interface FlowOptions {
  /** `auto`: in the browser if one can be opened, or else by a code. `print`: in a browser that the user opens. */
  readonly method: 'auto' | 'device' | 'print';
  readonly redirectUrl: URL;
}

export interface LoginOptions {
  /** Whether kubectl asks for a token. Otherwise a user signs in. */
  readonly isPlugin: boolean;
  /** URL of the API server, without a slash at its end. */
  readonly server: string;
  readonly caFile?: string;
  readonly issuer: IssuerFlags;
  readonly flow: FlowOptions;
  readonly keyring: boolean;
  readonly kubeconfig?: string;
  readonly name: string;
  readonly switchContext: boolean;
}

export type ResolvedLogin =
  { readonly ok: true; readonly options: LoginOptions } | { readonly ok: false; readonly problems: readonly string[] };

/** Resolves flags and the URL of the argument, which is empty when kubectl asks for a token, to options or to all errors. */
export function resolveLogin(flags: LoginFlagValues, argument: string): ResolvedLogin {
  const isPlugin = argument === '';
  const server = serverUrl(isPlugin ? (flags.server ?? '') : argument);
  const redirectUrl = loopbackUrl(flags['redirect-url']);
  const { 'issuer-url': issuer, 'client-id': clientId, scope: scopes } = flags;
  const problems = [
    ...(isPlugin && flags.server === undefined ? ['the URL of the API server is missing'] : []),
    ...(!isPlugin && flags.server !== undefined ? ['--server and the URL contradict each other'] : []),
    ...(server === undefined && (!isPlugin || flags.server !== undefined)
      ? [`${JSON.stringify(isPlugin ? flags.server : argument)} must be an https URL without user, query and fragment`]
      : []),
    ...((issuer === undefined) === (clientId === undefined) ? [] : ['--issuer-url and --client-id go together']),
    ...(isPlugin && flags.server !== undefined && issuer === undefined
      ? ['--server needs --issuer-url and --client-id']
      : []),
    ...(issuer !== undefined && serverUrl(issuer) === undefined
      ? [`--issuer-url ${JSON.stringify(issuer)} must be an https URL without user, query and fragment`]
      : []),
    ...(scopes?.includes('openid') === false ? ['--scope must contain openid'] : []),
    ...(redirectUrl === undefined
      ? [`--redirect-url ${JSON.stringify(flags['redirect-url'])} must be an http URL of 127.0.0.1, [::1] or localhost`]
      : []),
    ...(flags.device && flags['no-browser'] ? ['--device and --no-browser contradict each other'] : []),
    ...unreadableFiles(LOGIN_FLAGS, flags),
  ];
  if (problems.length > 0 || server === undefined || redirectUrl === undefined) return { ok: false, problems };
  const { 'certificate-authority': caFile, kubeconfig } = flags;
  const method = flags.device ? 'device' : flags['no-browser'] ? 'print' : 'auto';
  const options: LoginOptions = {
    isPlugin,
    server,
    ...(caFile !== undefined && { caFile }),
    issuer: issuerFlags(flags),
    flow: { method, redirectUrl },
    keyring: flags.keyring,
    ...(kubeconfig !== undefined && { kubeconfig }),
    name: flags.name ?? new URL(server).host,
    switchContext: flags['switch-context'],
  };
  return { ok: true, options };
}

/** The kubeconfig and the saved sign-in outlive the working directory. */
function issuerFlags(flags: LoginFlagValues): IssuerFlags {
  const { 'issuer-url': issuer, 'client-id': clientId, scope: scopes } = flags;
  const { 'client-secret-file': secret, 'issuer-certificate-authority': authority } = flags;
  return {
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { clientId }),
    ...(secret !== undefined && { clientSecretFile: absolute(secret) }),
    ...(authority !== undefined && { caFile: absolute(authority) }),
    ...(scopes !== undefined && { scopes }),
  };
}

/** The https URL without a slash at its end; undefined for other text. */
export function serverUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '' || search !== '' || hash !== '') return undefined;
  return (origin + pathname).replace(/\/+$/, '');
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

function loopbackUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isFit = url.protocol === 'http:' && LOOPBACK.includes(url.hostname) && url.search === '' && url.hash === '';
  return isFit ? url : undefined;
}
