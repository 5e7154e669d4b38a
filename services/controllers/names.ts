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
