const WELL_KNOWN: ReadonlySet<string> = new Set([
  'admin',
  'client',
  'kube_proxy',
  'kubelet',
  'system:serviceaccount:kube-system:default',
]);

/** Label value of a user name: well-known names only, which bounds the number of values and hides other names; as in Kubernetes. */
export function userLabel(name: string): string {
  if (WELL_KNOWN.has(name)) return name;
  return name.includes('@') ? 'email_id' : 'other';
}
