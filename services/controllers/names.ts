/** Every controller by its name; flags are read without loading them. */
export const CONTROLLER_NAMES = [
  'clusterrole-aggregation',
  'garbage-collector',
  'lease-expiry',
  'namespace',
  'root-ca-cert-publisher',
  'service-account',
  'serviceaccount-token',
  'token-cleaner',
] as const;

/** Signs tokens, and so needs a key that other controllers do not. */
export const TOKEN_CONTROLLER = 'serviceaccount-token';

/** Where the lease of controller managers is, and the service accounts as which controllers act. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** As whom controller managers act where their controllers share what they do, as in Kubernetes. */
export const MANAGER_USER = 'system:kube-controller-manager';

/** The accounts that are not called as the controller is: Kubernetes calls them so, and its roles after them. */
const ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['clusterrole-aggregation', 'clusterrole-aggregation-controller'],
  ['garbage-collector', 'generic-garbage-collector'],
  ['namespace', 'namespace-controller'],
  ['service-account', 'service-account-controller'],
  [TOKEN_CONTROLLER, 'tokens-controller'],
]);

/** The service account, in `kube-system`, as which a controller acts, and which its role is given to. */
export function accountOf(controller: string): string {
  return ACCOUNTS.get(controller) ?? controller;
}

/** Whether an account is a controller's, in whose name nobody else is to act. */
export function isControllerAccount(namespace: string, account: string): boolean {
  return namespace === SYSTEM_NAMESPACE && CONTROLLER_NAMES.some((name) => accountOf(name) === account);
}
