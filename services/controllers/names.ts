/** The names of all controllers. Flags use them without loading the controllers. */
export const CONTROLLER_NAMES = [
  'clusterrole-aggregation',
  'garbage-collector',
  'lease-expiry',
  'namespace',
  'pv-protection',
  'pvc-protection',
  'resourcequota',
  'root-ca-cert-publisher',
  'service-account',
  'serviceaccount-token',
  'storage-version-migrator',
  'token-cleaner',
  'ttl-after-finished',
  'vac-protection',
  'validatingadmissionpolicy-status',
] as const;

/** Signs tokens and therefore needs a key. */
export const TOKEN_CONTROLLER = 'serviceaccount-token';

/** The namespace of the controller manager's lease and of the controllers' service accounts. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** The user of controller managers for shared requests, as in Kubernetes. */
export const MANAGER_USER = 'system:kube-controller-manager';

/** Accounts whose name differs from the controller's. The names, and those of their roles, are Kubernetes'. */
const ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['clusterrole-aggregation', 'clusterrole-aggregation-controller'],
  ['garbage-collector', 'generic-garbage-collector'],
  ['namespace', 'namespace-controller'],
  ['pv-protection', 'pv-protection-controller'],
  ['pvc-protection', 'pvc-protection-controller'],
  ['resourcequota', 'resourcequota-controller'],
  ['service-account', 'service-account-controller'],
  [TOKEN_CONTROLLER, 'tokens-controller'],
  ['storage-version-migrator', 'storage-version-migrator-controller'],
  ['ttl-after-finished', 'ttl-after-finished-controller'],
  ['vac-protection', 'volumeattributesclass-protection-controller'],
  ['validatingadmissionpolicy-status', 'validatingadmissionpolicy-status-controller'],
]);

/** The service account of a controller in `kube-system`, to which its role is bound. */
export function accountOf(controller: string): string {
  return ACCOUNTS.get(controller) ?? controller;
}

/** Whether a service account belongs to a controller, so that no other program should use it. */
export function isControllerAccount(namespace: string, account: string): boolean {
  return namespace === SYSTEM_NAMESPACE && CONTROLLER_NAMES.some((name) => accountOf(name) === account);
}
