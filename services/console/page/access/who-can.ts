/** The parts of RBAC objects that decide who may do something. */
export interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

export interface Role {
  readonly kind: 'Role' | 'ClusterRole';
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly rules?: readonly Rule[];
}

export interface Binding {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly Subject[];
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface Question {
  readonly verb: string;
  readonly group: string;
  /** With its subresource, such as `pods/log`. */
  readonly resource: string;
  /** Empty for the cluster. */
  readonly namespace: string;
}

/** A subject with what allows it. */
export interface Allowed {
  readonly subject: Subject;
  readonly binding: Binding;
  readonly role: Role;
  /** Only for these names; all when empty. */
  readonly names: readonly string[];
}

/** Who may do something by RBAC. The group `system:masters`, and other authorizers, are not in it. */
export function whoCan(
  { verb, group, resource, namespace }: Question,
  roles: readonly Role[],
  bindings: readonly Binding[],
): readonly Allowed[] {
  const keyOf = (kind: string, name: string, scope: string): string =>
    [kind, kind === 'Role' ? scope : '', name].join('/');
  const byKey = new Map(
    roles.map((role) => [keyOf(role.kind, role.metadata.name ?? '', role.metadata.namespace ?? ''), role]),
  );
  return bindings.flatMap((binding) => {
    const scope = binding.metadata.namespace ?? '';
    if (binding.kind === 'RoleBinding' && scope !== namespace) return [];
    const role = byKey.get(keyOf(binding.roleRef.kind, binding.roleRef.name, scope));
    const rules = (role?.rules ?? []).filter(
      (rule) => has(rule.verbs, verb) && has(rule.apiGroups, group) && hasResource(rule.resources, resource),
    );
    if (role === undefined || rules.length === 0) return [];
    const isWhole = rules.some(({ resourceNames = [] }) => resourceNames.length === 0);
    const names = isWhole ? [] : [...new Set(rules.flatMap(({ resourceNames = [] }) => resourceNames))];
    return (binding.subjects ?? []).map((subject) => ({ subject, binding, role, names }));
  });
}

const has = (values: readonly string[] = [], wanted: string): boolean =>
  values.includes('*') || values.includes(wanted);

/** `pods/*` is no wildcard in RBAC; a star and a subresource is: `*` with `/scale`. */
function hasResource(values: readonly string[] = [], wanted: string): boolean {
  const subresource = wanted.split('/')[1];
  return has(values, wanted) || (subresource !== undefined && values.includes(`*/${subresource}`));
}
