import type { ValuesOf } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import type { CERTIFICATES_FLAGS } from './flags.js';
import { CERTIFICATES_FLAGS as TABLE } from './flags.js';

/** Where the items are stored. */
export type Target =
  | { readonly type: 'directory'; readonly directory: string }
  | {
      readonly type: 'secrets';
      readonly namespace: string;
      /** Selects the cluster; in-cluster configuration when absent. */
      readonly kubeconfig?: { readonly from: string; readonly context?: string };
    };

export interface CertificatesOptions {
  /** Path of the plan. */
  readonly config: string;
  readonly target: Target;
  /** Milliseconds. */
  readonly renewBefore: number;
  /** Milliseconds. */
  readonly propagation: number;
  readonly rotateKeys: boolean;
  readonly dryRun: boolean;
  readonly verbosity: number;
  readonly output: 'text' | 'json';
}

export type ResolvedCertificates =
  | { readonly ok: true; readonly options: CertificatesOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Resolves the flags to options, or to all their errors. */
export function resolveCertificatesOptions(values: ValuesOf<typeof CERTIFICATES_FLAGS>): ResolvedCertificates {
  const { config, directory, namespace, kubeconfig: from, context } = values;
  const problems = [
    ...(config === undefined ? ['--config is required'] : []),
    ...unreadableFiles(TABLE, values),
    ...((directory === undefined) === (namespace === undefined)
      ? ['exactly one of --directory and --namespace is required']
      : []),
    ...(namespace === undefined || /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)
      ? []
      : [`--namespace ${JSON.stringify(namespace)} must be the name of a namespace`]),
    ...(from !== undefined && namespace === undefined ? ['--kubeconfig requires --namespace'] : []),
    ...(context !== undefined && from === undefined ? ['--context requires --kubeconfig'] : []),
  ];
  const target = targetOf(values);
  if (problems.length > 0 || config === undefined || target === undefined) return { ok: false, problems };
  const options = {
    config,
    target,
    renewBefore: values['renew-before'] * 1000,
    propagation: values.propagation * 1000,
    rotateKeys: values['rotate-keys'],
    dryRun: values['dry-run'],
    verbosity: values.v,
    output: values.output,
  };
  return { ok: true, options };
}

function targetOf({
  directory,
  namespace,
  kubeconfig: from,
  context,
}: ValuesOf<typeof CERTIFICATES_FLAGS>): Target | undefined {
  if (directory !== undefined) return { type: 'directory', directory };
  if (namespace === undefined) return undefined;
  const kubeconfig = from === undefined ? undefined : { from, ...(context !== undefined && { context }) };
  return { type: 'secrets', namespace, ...(kubeconfig && { kubeconfig }) };
}
