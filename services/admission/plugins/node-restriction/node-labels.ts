/** The labels below `kubernetes.io` and `k8s.io` that a kubelet may set on its own node. */
const KUBELET_LABELS: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
]);

/** The prefixes of keys that a kubelet may set, also below subdomains. */
const KUBELET_PREFIXES = ['kubelet.kubernetes.io', 'node.kubernetes.io'];

/** The prefix of labels that isolate nodes. Kubelets must not set them. */
const RESTRICTED = 'node-restriction.kubernetes.io';

type Labels = Readonly<Record<string, string>>;

/** The keys that differ and that a kubelet may not add, change or remove, sorted. */
export function forbiddenLabels(labels: Labels = {}, old: Labels = {}): string[] {
  const keys = new Set([...Object.keys(labels), ...Object.keys(old)]);
  return [...keys].filter((key) => labels[key] !== old[key] && isForbidden(key)).sort();
}

function isForbidden(key: string): boolean {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? '' : key.slice(0, slash);
  if (isWithin(prefix, RESTRICTED)) return true;
  if (!isWithin(prefix, 'kubernetes.io') && !isWithin(prefix, 'k8s.io')) return false;
  return !KUBELET_LABELS.has(key) && !KUBELET_PREFIXES.some((allowed) => isWithin(prefix, allowed));
}

function isWithin(prefix: string, domain: string): boolean {
  return prefix === domain || prefix.endsWith(`.${domain}`);
}
