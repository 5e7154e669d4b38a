import { join } from 'node:path';

/** The programs of Kubernetes that can run beside the server. */
export const PROGRAM_NAMES = ['kube-controller-manager', 'kube-scheduler'] as const;

export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** The paths of the programs to run. */
export type Programs = Readonly<Partial<Record<ProgramName, string>>>;

/** The user of a program. Its permissions are a default role of Kubernetes. */
export function userOf(name: ProgramName): string {
  return `system:${name}`;
}

export interface ProgramContext {
  /** The directory of the files below. */
  readonly directory: string;
  readonly kubeconfig: string;
  /** The controllers of this project that run in the server. */
  readonly controllers: ReadonlySet<string>;
}

export const AUTHORITY_FILES = { certificate: 'ca.crt', key: 'ca.key' } as const;

/**
 * The flags of a program. It opens no port, since it has no clients. Leader election lets an orphaned process exit soon
 * after the server was killed.
 */
export function flagsOf(name: ProgramName, context: ProgramContext): string[] {
  const common = [
    `--kubeconfig=${context.kubeconfig}`,
    '--secure-port=0',
    '--leader-elect=true',
    '--leader-elect-lease-duration=6s',
    '--leader-elect-renew-deadline=5s',
    '--leader-elect-retry-period=1s',
  ];
  return name === 'kube-scheduler' ? common : [...common, ...managerFlags(context)];
}

function managerFlags({ directory, controllers }: ProgramContext): string[] {
  const replaced = [...controllers].flatMap((own) => CONTROLLERS[own] ?? []);
  return [
    '--use-service-account-credentials=true',
    `--controllers=${['*', ...replaced.map((controller) => `-${controller}`)].join(',')}`,
    `--cluster-signing-cert-file=${join(directory, AUTHORITY_FILES.certificate)}`,
    `--cluster-signing-key-file=${join(directory, AUTHORITY_FILES.key)}`,
  ];
}

/** Equivalent controllers of kube-controller-manager, by the name of the controller of this project. */
const CONTROLLERS: Readonly<Record<string, string>> = {
  'clusterrole-aggregation': 'clusterrole-aggregation-controller',
  'garbage-collector': 'garbage-collector-controller',
  namespace: 'namespace-controller',
  'pv-protection': 'persistentvolume-protection-controller',
  'pvc-protection': 'persistentvolumeclaim-protection-controller',
  resourcequota: 'resourcequota-controller',
  'root-ca-cert-publisher': 'root-ca-certificate-publisher-controller',
  'service-account': 'serviceaccount-controller',
  'serviceaccount-token': 'serviceaccount-token-controller',
  'storage-version-migrator': 'storage-version-migrator-controller',
  'token-cleaner': 'token-cleaner-controller',
  'ttl-after-finished': 'ttl-after-finished-controller',
  'vac-protection': 'volumeattributesclass-protection-controller',
  'validatingadmissionpolicy-status': 'validatingadmissionpolicy-status-controller',
};
