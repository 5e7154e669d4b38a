import { pluginOptions, type PluginOptions } from '@pilothouse/admission/plugin-options.js';
import type { DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import { ADMISSION_SERVICE_FLAGS, type AdmissionServiceFlagValues } from './flags.js';
import { HOSTED_PLUGINS, USUAL_PLUGINS } from '@pilothouse/admission/service-plugins.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';

/** Options of the admission service. */
export interface ServiceOptions extends PluginOptions {
  readonly bindAddress: string;
  /** 0 takes a free port. */
  readonly securePort: number;
  readonly tls: Required<TlsFiles>;
  /** The enabled plugins, in the order in which they run; at least one. */
  readonly plugins: readonly string[];
  /** Present if an enabled plugin needs the API server. */
  readonly kubeconfigFile?: string;
  readonly domain: DomainOptions;
  readonly metrics: Endpoint | 'off';
  /** What the program shows of itself beside its metrics; nothing when absent. */
  readonly about?: AboutProgram;
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

export type ResolvedService =
  | { readonly ok: true; readonly options: ServiceOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Options from parsed flags, or all problems of the flags. */
export function resolveServiceOptions(flags: AdmissionServiceFlagValues): ResolvedService {
  const { 'tls-cert-file': certFile, 'tls-private-key-file': keyFile, 'client-ca-file': clientCaFile } = flags;
  const { kubeconfig, plugins: named, 'label-domain': labelDomain, 'policy-file': policyFile } = flags;
  const enabled = HOSTED_PLUGINS.filter(
    ({ name }) =>
      named?.includes(name) ??
      (USUAL_PLUGINS.some((usual) => usual.name === name) && (name !== 'Policy' || policyFile !== undefined)),
  );
  const readers = enabled.filter(({ reads = [] }) => reads.length > 0).map(({ name }) => name);
  const problems = [
    ...(certFile === undefined || keyFile === undefined
      ? ['--tls-cert-file and --tls-private-key-file are required']
      : []),
    ...(clientCaFile === undefined ? ['--client-ca-file is required'] : []),
    ...(kubeconfig === undefined && readers.length > 0
      ? [`--kubeconfig is required for ${readers.join(' and ')}`]
      : []),
    ...pluginProblems(named ?? [], policyFile),
    ...unreadableFiles(ADMISSION_SERVICE_FLAGS, flags),
  ];
  if (problems.length > 0 || !certFile || !keyFile || !clientCaFile) return { ok: false, problems };
  const options: ServiceOptions = {
    ...pluginOptions(flags),
    bindAddress: flags['bind-address'],
    securePort: flags['secure-port'],
    tls: { certFile, keyFile, clientCaFile },
    plugins: enabled.map(({ name }) => name),
    ...(kubeconfig !== undefined && { kubeconfigFile: kubeconfig }),
    domain: { apiDomain: flags['api-domain'], ...(labelDomain !== undefined && { labelDomain }) },
    metrics: flags['metrics-bind-address'],
    verbosity: flags.v,
  };
  return { ok: true, options };
}

function pluginProblems(named: readonly string[], policyFile: string | undefined): string[] {
  const known = HOSTED_PLUGINS.map(({ name }) => name);
  return [
    ...named
      .filter((name) => !known.includes(name))
      .map((name) => `--plugins: ${JSON.stringify(name)} is none of ${known.join(', ')}`),
    ...(named.includes('Policy') && policyFile === undefined ? ['--policy-file is required for Policy'] : []),
    ...(named.length > 0 && !named.includes('Policy') && policyFile !== undefined
      ? ['--policy-file needs the plugin Policy in --plugins']
      : []),
  ];
}
