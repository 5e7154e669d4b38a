import type { DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';
import { TOKEN_REVIEW_FLAGS, type TokenReviewFlagValues } from './flags.js';

/** The resolved options of the service. */
export interface ServiceOptions {
  readonly bindAddress: string;
  readonly securePort: number;
  readonly grpc: Endpoint | 'off';
  readonly tls: TlsFiles;
  readonly limit: RequestLimit;
  readonly sources: SourceOptions;
  /** Audiences of the service; at least one. */
  readonly audiences: readonly string[];
  /** Seconds to cache authenticated tokens, and unknown or rejected ones. */
  readonly cacheTtl: number;
  readonly negativeCacheTtl: number;
  readonly domain: DomainOptions;
  readonly metrics: Endpoint | 'off';
  /** What the program shows of itself beside its metrics; nothing when absent. */
  readonly about?: AboutProgram;
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

/** The rate limit of each client. */
export interface RequestLimit {
  /** 0 sets no limit. */
  readonly perSecond: number;
  readonly burst: number;
}

/** At least one is present. */
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

/** Resolves parsed flags to options, or to all their errors. */
export function resolveServiceOptions(flags: TokenReviewFlagValues): ResolvedService {
  const { 'tls-cert-file': certFile, 'tls-private-key-file': keyFile, 'client-ca-file': clientCaFile } = flags;
  const { 'users-file': usersFile, 'oidc-config-file': oidcConfigFile, 'label-domain': labelDomain } = flags;
  const kubeconfigFile = flags['forward-kubeconfig-file'];
  const version = flags['forward-version'];
  const limit = { perSecond: flags['max-requests-per-second'], burst: flags['max-requests-burst'] };
  const hasNoSource = [usersFile, oidcConfigFile, kubeconfigFile].every((file) => file === undefined);
  const problems = [
    ...(certFile === undefined || keyFile === undefined
      ? ['--tls-cert-file and --tls-private-key-file are required']
      : []),
    ...(hasNoSource
      ? ['at least one of --users-file, --oidc-config-file and --forward-kubeconfig-file is required']
      : []),
    ...(limit.perSecond > 0 && limit.burst === 0 ? ['--max-requests-burst must be at least 1'] : []),
    ...unreadableFiles(TOKEN_REVIEW_FLAGS, flags),
  ];
  if (problems.length > 0 || certFile === undefined || keyFile === undefined) {
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
