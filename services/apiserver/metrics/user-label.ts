const TOLD: ReadonlySet<string> = new Set([
  'admin',
  'client',
  'kube_proxy',
  'kubelet',
  'system:serviceaccount:kube-system:default',
]);

/** The few texts that stand for user names in metrics, so that they stay few and tell of nobody (as in Kubernetes). */
export function userLabel(name: string): string {
  if (TOLD.has(name)) return name;
  return name.includes('@') ? 'email_id' : 'other';
}
