import type { Resource } from '../api/discovery.js';

export interface Category {
  readonly title: string;
  readonly resources: readonly Resource[];
}

const OTHERS = 'Custom resources';
/** The category of a built-in group, by the first part of its name. */
const GROUPS: Readonly<Record<string, string>> = {
  apps: 'Workloads',
  batch: 'Workloads',
  autoscaling: 'Workloads',
  networking: 'Network',
  discovery: 'Network',
  storage: 'Storage',
  resource: 'Storage',
  rbac: 'Access',
  certificates: 'Access',
  authentication: 'Access',
  policy: 'Configuration',
  scheduling: 'Configuration',
  node: 'Cluster',
  coordination: 'Cluster',
  apiregistration: 'Cluster',
  apiextensions: 'Cluster',
  admissionregistration: 'Cluster',
  flowcontrol: 'Cluster',
  events: 'Cluster',
  internal: 'Cluster',
  storagemigration: 'Cluster',
};
/** The category of a resource of the core group. */
const CORE: Readonly<Record<string, string>> = {
  pods: 'Workloads',
  podtemplates: 'Workloads',
  replicationcontrollers: 'Workloads',
  services: 'Network',
  endpoints: 'Network',
  persistentvolumes: 'Storage',
  persistentvolumeclaims: 'Storage',
  serviceaccounts: 'Access',
  configmaps: 'Configuration',
  secrets: 'Configuration',
  limitranges: 'Configuration',
  resourcequotas: 'Configuration',
};
const ORDER = ['Workloads', 'Configuration', 'Network', 'Storage', 'Access', 'Cluster', OTHERS];

/** The resources that can be listed, in categories for the navigation. */
export function categories(resources: readonly Resource[]): readonly Category[] {
  const domain = resources
    .find(({ group }) => group.startsWith('apiextensions.'))
    ?.group.slice('apiextensions.'.length);
  const titleOf = ({ group, name }: Resource): string => {
    if (group === '') return CORE[name] ?? 'Cluster';
    const isBuiltIn = !group.includes('.') || (domain !== undefined && group.endsWith(`.${domain}`));
    return (isBuiltIn ? GROUPS[group.split('.')[0] ?? ''] : undefined) ?? OTHERS;
  };
  const listed = resources.filter(({ verbs }) => verbs.has('list')).map((each) => ({ each, title: titleOf(each) }));
  return ORDER.flatMap((title) => {
    const own = listed.filter((item) => item.title === title).map(({ each }) => each);
    return own.length === 0 ? [] : [{ title, resources: own.toSorted(byKind) }];
  });
}

const byKind = (a: Resource, b: Resource): number => a.kind.localeCompare(b.kind) || a.group.localeCompare(b.group);
