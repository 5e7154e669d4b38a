import { isIPv4 } from 'node:net';
import type { DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';
import { CONSOLE_FLAGS, type ConsoleFlagValues } from './flags.js';

/** The resolved options of the console. */
export interface ConsoleOptions {
  readonly bindAddress: string;
  readonly securePort: number;
  /** Absent: plain HTTP, on loopback. */
  readonly tls?: TlsFiles;
  /** Origin of the page as browsers see it, such as `https://console.example.org`. */
  readonly externalUrl?: string;
  readonly server: ServerAddress;
  readonly sessionKeyFile?: string;
  readonly openId?: OpenIdFlags;
  /** Seconds. */
  readonly sessionLifetime: number;
  readonly domain: DomainOptions;
  readonly metrics: Endpoint | 'off';
  /** What the program shows of itself beside its metrics; nothing when absent. */
  readonly about?: AboutProgram;
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

export interface ServerAddress {
  readonly url: string;
  /** The authorities of the system when absent. */
  readonly caFile?: string;
}

export interface OpenIdFlags {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile?: string;
  readonly caFile?: string;
  readonly scopes: readonly string[];
}

const SCOPES = ['openid', 'profile', 'email', 'offline_access'];

export type ResolvedConsole =
  | { readonly ok: true; readonly options: ConsoleOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Resolves parsed flags to options, or to all their errors. */
export function resolveConsoleOptions(flags: ConsoleFlagValues): ResolvedConsole {
  const { 'bind-address': bindAddress, server: url, 'certificate-authority': caFile } = flags;
  const { 'tls-cert-file': certFile, 'tls-private-key-file': keyFile, 'external-url': external } = flags;
  const {
    'session-key-file': sessionKeyFile,
    'session-lifetime': sessionLifetime,
    'label-domain': labelDomain,
  } = flags;
  const openId = openIdIn(flags);
  const externalUrl = external === undefined ? undefined : originIn(external);
  const problems = [
    ...(url === undefined ? ['--server is required'] : []),
    ...(url !== undefined && originIn(url) === undefined ? ['--server must be an http or https URL'] : []),
    ...((certFile === undefined) === (keyFile === undefined)
      ? []
      : ['--tls-cert-file and --tls-private-key-file go together']),
    ...(certFile === undefined && !isLoopback(bindAddress)
      ? [`--bind-address ${bindAddress} is not loopback, and requires --tls-cert-file and --tls-private-key-file`]
      : []),
    ...(external !== undefined && externalUrl === undefined
      ? ['--external-url must be an http or https URL without a path']
      : []),
    ...openIdProblems(flags),
    ...(sessionLifetime === 0 ? ['--session-lifetime must be longer than 0'] : []),
    ...unreadableFiles(CONSOLE_FLAGS, flags),
  ];
  if (problems.length > 0 || url === undefined) return { ok: false, problems };
  const options: ConsoleOptions = {
    bindAddress,
    securePort: flags['secure-port'],
    ...(certFile !== undefined && keyFile !== undefined && { tls: { certFile, keyFile } }),
    ...(externalUrl !== undefined && { externalUrl }),
    server: { url, ...(caFile !== undefined && { caFile }) },
    ...(sessionKeyFile !== undefined && { sessionKeyFile }),
    sessionLifetime,
    ...(openId && { openId }),
    domain: { apiDomain: flags['api-domain'], ...(labelDomain !== undefined && { labelDomain }) },
    metrics: flags['metrics-bind-address'],
    verbosity: flags.v,
  };
  return { ok: true, options };
}

/** Whether only this machine reaches the address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** The origin of an http or https URL; undefined for other text. A path of the API server's URL is kept by its user. */
function originIn(text: string): string | undefined {
  try {
    const { protocol, origin } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
  } catch {
    return undefined;
  }
}

function openIdIn(flags: ConsoleFlagValues): OpenIdFlags | undefined {
  const { 'oidc-issuer-url': issuer, 'oidc-client-id': clientId, 'oidc-scopes': scopes = SCOPES } = flags;
  const { 'oidc-client-secret-file': clientSecretFile, 'oidc-ca-file': caFile } = flags;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    ...(clientSecretFile !== undefined && { clientSecretFile }),
    ...(caFile !== undefined && { caFile }),
    scopes,
  };
}

function openIdProblems(flags: ConsoleFlagValues): string[] {
  const { 'oidc-issuer-url': issuer, 'oidc-client-id': clientId, 'oidc-scopes': scopes = SCOPES } = flags;
  return [
    ...((issuer === undefined) === (clientId === undefined)
      ? []
      : ['--oidc-issuer-url and --oidc-client-id go together']),
    ...(issuer !== undefined && originIn(issuer)?.startsWith('https:') !== true
      ? ['--oidc-issuer-url must be an https URL']
      : []),
    ...(scopes.includes('openid') ? [] : ['--oidc-scopes must contain openid']),
  ];
}
