import type { DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import { TOKEN_REVIEW_FLAGS, type TokenReviewFlagValues } from './flags.js';

/** What the service is started with. */
export interface ServiceOptions {
  readonly bindAddress: string;
  readonly securePort: number;
  readonly grpc: Endpoint | 'off';
  readonly tls: TlsFiles;
  readonly limit: RequestLimit;
  readonly sources: SourceOptions;
  /** Those of the service; one or more. */
  readonly audiences: readonly string[];
  /** Seconds that known users, and everything else, are remembered. */
  readonly cacheTtl: number;
  readonly negativeCacheTtl: number;
  readonly domain: DomainOptions;
  readonly metrics: Endpoint | 'off';
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

/** Of each client. */
export interface RequestLimit {
  /** 0 sets none. */
  readonly perSecond: number;
  readonly burst: number;
}

/** One at least is there. */
export interface SourceOptions {
  readonly usersFile?: string;
  readonly oidcConfigFile?: string;
  readonly forward?: ForwardOptions;
}

export interface ForwardOptions {
  readonly kubeconfigFile: string;
  readonly version: 'v1' | 'v1beta1';
}

export type ResolvedService =
  | { readonly ok: true; readonly options: ServiceOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

const VERSIONS = ['v1', 'v1beta1'] as const;

/** Options from parsed flags, or everything that is wrong with them. */
export function resolveServiceOptions(flags: TokenReviewFlagValues): ResolvedService {
  const { 'tls-cert-file': certFile, 'tls-private-key-file': keyFile, 'client-ca-file': clientCaFile } = flags;
  const { 'users-file': usersFile, 'oidc-config-file': oidcConfigFile, 'label-domain': labelDomain } = flags;
  const kubeconfigFile = flags['forward-kubeconfig-file'];
  const version = VERSIONS.find((name) => name === flags['forward-version']);
  const limit = { perSecond: flags['max-requests-per-second'], burst: flags['max-requests-burst'] };
  const isWithout = [usersFile, oidcConfigFile, kubeconfigFile].every((file) => file === undefined);
  const problems = [
    ...(certFile === undefined || keyFile === undefined
      ? ['--tls-cert-file and --tls-private-key-file are required']
      : []),
    ...(isWithout
      ? ['one at least of --users-file, --oidc-config-file and --forward-kubeconfig-file is required']
      : []),
    ...(version === undefined ? [`--forward-version must be ${VERSIONS.join(' or ')}`] : []),
    ...(limit.perSecond > 0 && limit.burst === 0 ? ['--max-requests-burst must be 1 or more'] : []),
    ...unreadableFiles(TOKEN_REVIEW_FLAGS, flags),
  ];
  if (problems.length > 0 || certFile === undefined || keyFile === undefined || version === undefined) {
    return { ok: false, problems };
  }
  const options: ServiceOptions = {
    bindAddress: flags['bind-address'],
    securePort: flags['secure-port'],
    grpc: flags['grpc-bind-address'],
    tls: { certFile, keyFile, ...(clientCaFile !== undefined && { clientCaFile }) },
    limit,
    sources: {
      ...(usersFile !== undefined && { usersFile }),
      ...(oidcConfigFile !== undefined && { oidcConfigFile }),
      ...(kubeconfigFile !== undefined && { forward: { kubeconfigFile, version } }),
    },
    audiences: flags.audiences,
    cacheTtl: flags['cache-ttl'],
    negativeCacheTtl: flags['negative-cache-ttl'],
    domain: { apiDomain: flags['api-domain'], ...(labelDomain !== undefined && { labelDomain }) },
    metrics: flags['metrics-bind-address'],
    verbosity: flags.v,
  };
  return { ok: true, options };
}
