import { join } from 'node:path';
import type { ShownFlags } from '@pilothouse/runtime/component-pages/pages.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { CertificateFiles, StoreOptions } from '@pilothouse/storage/options.js';
import type { Features } from '../features/gates.js';
import { admissionOptions, admissionProblems, type AdmissionOptions } from './admission.js';
import { auditOptions, auditProblems, type AuditOptions } from './audit.js';
import { authenticationOptions, authenticationProblems, type AuthenticationOptions } from './authentication.js';
import { authorizationProblems, isMode, type AuthorizationMode } from './authorization.js';
import { encryptionOptions, encryptionProblems, type EncryptionOptions } from './encryption.js';
import { parseEtcdOverrides, type EtcdOverride } from './etcd-overrides.js';
import { parseFeatureGates } from './feature-gates.js';
import { FLAGS, type FlagName, type FlagValues } from './flags.js';
import { overloadOptions, overloadProblems, type OverloadOptions } from './flow-control.js';
import { loginProblems } from './login.js';
import { operationsOptions, operationsProblems, type OperationsOptions } from './operations.js';
import { parseRuntimeConfig, type RuntimeConfig } from './runtime-config.js';
import { serviceNetwork, serviceNetworkProblems, type ServiceNetwork } from './service-network.js';
import { serviceAccountOptions, serviceAccountProblems, type ServiceAccountOptions } from './service-accounts.js';
import { workersProblems } from './workers.js';

/** Store of the objects. Overrides name resources that are stored in another etcd cluster. */
export type StorageOptions = StoreOptions & { readonly overrides?: readonly EtcdOverride[] };

/** Options of the API server, from flags or from a program. */
export interface ServerOptions {
  readonly bindAddress: string;
  /** 0 selects a free port. */
  readonly securePort: number;
  /** Address at which the cluster reaches the server. */
  readonly advertiseAddress?: string;
  readonly storage: StorageOptions;
  /** Objects are stored in the clear when absent. */
  readonly encryption?: EncryptionOptions;
  /** Directory of generated certificates; in memory when absent. */
  readonly certificatesDirectory?: string;
  /** Served instead of the generated certificate. */
  readonly servingCertificate?: CertificateFiles;
  readonly clientCaFile?: string;
  /** Client certificate of requests to extension API servers; none when absent. */
  readonly proxyClientCertificate?: CertificateFiles;
  /** Connections to kubelets; Kubernetes' defaults when absent. */
  readonly kubelets?: KubeletFiles;
  readonly tokenAuthFile?: string;
  readonly authentication?: AuthenticationOptions;
  readonly serviceAccounts?: ServiceAccountOptions;
  /** Addresses and node ports of services; the defaults when absent. */
  readonly serviceNetwork?: ServiceNetwork;
  /** Authorization modes, in order; the defaults when absent. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  readonly admission?: AdmissionOptions;
  /** Auditing is disabled when absent. */
  readonly audit?: AuditOptions;
  /** Enabled and disabled APIs; the defaults when absent. */
  readonly runtimeConfig?: RuntimeConfig;
  /** The defaults when absent. */
  readonly features?: Features;
  /** The defaults when absent. */
  readonly operations?: OperationsOptions;
  /** File with the TracingConfiguration; tracing is off when absent. */
  readonly tracingConfigFile?: string;
  /** Flags on which the options are based, for `/flagz`. */
  readonly flags?: ShownFlags;
  /** Overload protection; the defaults when absent. */
  readonly overload?: OverloadOptions;
  readonly apiDomain: string;
  readonly labelDomain?: string;
  /** Seconds that events are retained; 0 sets no limit. An hour when absent. */
  readonly eventTtl?: number;
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

/** How to connect to kubelets. */
export interface KubeletFiles {
  /** Types of node addresses, in order of preference. */
  readonly addressTypes: readonly string[];
  /** Milliseconds to connect. */
  readonly timeout: number;
  readonly clientCertificate?: CertificateFiles;
  /** Certificate authorities (PEM). Certificates are not verified when absent. */
  readonly authorityFile?: string;
}

export type Resolved =
  | {
      readonly ok: true;
      readonly options: ServerOptions;
      readonly kubeconfigOut: string | undefined;
      /** Deprecation warnings. */
      readonly warnings?: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Options from parsed flags, or all problems. `given` are the flags on the command line, which tells a contradiction from a
 * default. `kubeconfigOut` is undefined if the caller must use a temporary file.
 */
export function resolveOptions(flags: FlagValues, given: ReadonlySet<string>): Resolved {
  const runtimeConfig = parseRuntimeConfig(flags['runtime-config'] ?? []);
  const gates = parseFeatureGates(flags['feature-gates'] ?? []);
  const overrides = parseEtcdOverrides(flags['etcd-servers-overrides'] ?? []);
  const problems = [
    ...contradictions(flags, given),
    ...authenticationProblems(flags),
    ...loginProblems(flags),
    ...serviceAccountProblems(flags),
    ...serviceNetworkProblems(flags),
    ...authorizationProblems(flags['authorization-mode']),
    ...admissionProblems(flags),
    ...auditProblems(flags),
    ...overloadProblems(flags),
    ...operationsProblems(flags),
    ...workersProblems(flags),
    ...encryptionProblems(flags),
    ...(runtimeConfig.ok ? [] : runtimeConfig.problems),
    ...(gates.ok ? [] : gates.problems),
    ...(overrides.ok ? [] : overrides.problems),
    ...unreadableFiles(FLAGS, flags),
  ];
  if (problems.length > 0 || !runtimeConfig.ok || !gates.ok || !overrides.ok) return { ok: false, problems };
  const dataDirectory = flags.ephemeral ? undefined : flags['data-dir'];
  const servingCertificate = certificateFiles(flags['tls-cert-file'], flags['tls-private-key-file']);
  const proxyClientCertificate = certificateFiles(flags['proxy-client-cert-file'], flags['proxy-client-key-file']);
  const audit = auditOptions(flags);
  const network = serviceNetwork(flags);
  const operations = operationsOptions(flags);
  const encryption = encryptionOptions(flags);
  const options: ServerOptions = {
    bindAddress: flags['bind-address'],
    securePort: flags['secure-port'],
    storage: storage(flags, overrides.overrides),
    ...(encryption && { encryption }),
    ...(dataDirectory !== undefined && { certificatesDirectory: join(dataDirectory, 'certificates') }),
    ...(servingCertificate && { servingCertificate }),
    ...(proxyClientCertificate && { proxyClientCertificate }),
    kubelets: kubeletFiles(flags),
    ...(flags['client-ca-file'] !== undefined && { clientCaFile: flags['client-ca-file'] }),
    ...(flags['token-auth-file'] !== undefined && { tokenAuthFile: flags['token-auth-file'] }),
    authentication: authenticationOptions(flags),
    serviceAccounts: serviceAccountOptions(flags),
    ...(network && { serviceNetwork: network }),
    ...(flags['advertise-address'] !== undefined && { advertiseAddress: flags['advertise-address'] }),
    authorizationModes: flags['authorization-mode'].filter(isMode),
    admission: admissionOptions(flags),
    ...(audit && { audit }),
    overload: overloadOptions(flags),
    ...(operations && { operations }),
    ...(flags['tracing-config-file'] !== undefined && { tracingConfigFile: flags['tracing-config-file'] }),
    ...(flags['runtime-config'] && { runtimeConfig: runtimeConfig.config }),
    ...(flags['feature-gates'] && { features: gates.features }),
    apiDomain: flags['api-domain'],
    ...(flags['label-domain'] !== undefined && { labelDomain: flags['label-domain'] }),
    eventTtl: flags['event-ttl'],
    verbosity: flags.v,
  };
  const inDirectory = dataDirectory === undefined ? undefined : join(dataDirectory, 'kubeconfig');
  const { warnings } = gates;
  return {
    ok: true,
    options,
    kubeconfigOut: flags['kubeconfig-out'] ?? inDirectory,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Flags that exclude each other. */
const EXCLUSIVE: readonly (readonly [FlagName, FlagName])[] = [
  ['ephemeral', 'data-dir'],
  ['ephemeral', 'etcd-servers'],
  ['ephemeral', 'storage-quota-bytes'],
  ['etcd-servers', 'storage-quota-bytes'],
];

/** Flags that require another flag. */
const NEEDS: readonly (readonly [FlagName, FlagName])[] = [
  ['tls-cert-file', 'tls-private-key-file'],
  ['tls-private-key-file', 'tls-cert-file'],
  ['proxy-client-cert-file', 'proxy-client-key-file'],
  ['proxy-client-key-file', 'proxy-client-cert-file'],
  ['kubelet-client-certificate', 'kubelet-client-key'],
  ['kubelet-client-key', 'kubelet-client-certificate'],
  ['etcd-certfile', 'etcd-keyfile'],
  ['etcd-keyfile', 'etcd-certfile'],
  ['etcd-username', 'etcd-password-file'],
  ['etcd-password-file', 'etcd-username'],
  ['etcd-servers-overrides', 'etcd-servers'],
  ['etcd-prefix', 'etcd-servers'],
  ['etcd-cafile', 'etcd-servers'],
  ['etcd-certfile', 'etcd-servers'],
  ['etcd-username', 'etcd-servers'],
  ['oidc-issuer-url', 'oidc-client-id'],
  ['oidc-client-id', 'oidc-issuer-url'],
  ['oidc-username-claim', 'oidc-issuer-url'],
  ['oidc-username-prefix', 'oidc-issuer-url'],
  ['oidc-groups-claim', 'oidc-issuer-url'],
  ['oidc-groups-prefix', 'oidc-groups-claim'],
  ['oidc-required-claim', 'oidc-issuer-url'],
  ['oidc-ca-file', 'oidc-issuer-url'],
  ['oidc-signing-algs', 'oidc-issuer-url'],
  ['authentication-token-webhook-cache-ttl', 'authentication-token-webhook-config-file'],
  ['authentication-token-webhook-version', 'authentication-token-webhook-config-file'],
  ['requestheader-allowed-names', 'requestheader-client-ca-file'],
  ['requestheader-username-headers', 'requestheader-client-ca-file'],
  ['requestheader-uid-headers', 'requestheader-client-ca-file'],
  ['requestheader-group-headers', 'requestheader-client-ca-file'],
  ['requestheader-extra-headers-prefix', 'requestheader-client-ca-file'],
  ['audit-log-path', 'audit-policy-file'],
  ['audit-webhook-config-file', 'audit-policy-file'],
];

function contradictions(flags: FlagValues, given: ReadonlySet<string>): string[] {
  const on = (name: FlagName): boolean => given.has(name) && flags[name] !== false;
  return [
    ...EXCLUSIVE.filter(([a, b]) => on(a) && on(b)).map(([a, b]) => `--${a} and --${b} contradict each other`),
    ...NEEDS.filter(([a, b]) => on(a) && !on(b)).map(([a, b]) => `--${a} needs --${b}`),
  ];
}

function storage(flags: FlagValues, overrides: readonly EtcdOverride[]): StorageOptions {
  if (flags.ephemeral) return { type: 'ephemeral' };
  const servers = flags['etcd-servers'];
  if (servers === undefined) {
    return { type: 'embedded', directory: join(flags['data-dir'], 'store'), quotaBytes: flags['storage-quota-bytes'] };
  }
  const username = flags['etcd-username'];
  const passwordFile = flags['etcd-password-file'];
  const clientCertificate = certificateFiles(flags['etcd-certfile'], flags['etcd-keyfile']);
  return {
    type: 'etcd',
    servers,
    ...(overrides.length > 0 && { overrides }),
    prefix: flags['etcd-prefix'],
    ...(flags['etcd-cafile'] !== undefined && { caFile: flags['etcd-cafile'] }),
    ...(clientCertificate && { clientCertificate }),
    ...(username !== undefined && passwordFile !== undefined && { credentials: { username, passwordFile } }),
  };
}

function kubeletFiles(flags: FlagValues): KubeletFiles {
  const clientCertificate = certificateFiles(flags['kubelet-client-certificate'], flags['kubelet-client-key']);
  const authorityFile = flags['kubelet-certificate-authority'];
  return {
    addressTypes: flags['kubelet-preferred-address-types'],
    timeout: flags['kubelet-timeout'] * 1000,
    ...(clientCertificate && { clientCertificate }),
    ...(authorityFile !== undefined && { authorityFile }),
  };
}

function certificateFiles(certFile: string | undefined, keyFile: string | undefined): CertificateFiles | undefined {
  return certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
}
