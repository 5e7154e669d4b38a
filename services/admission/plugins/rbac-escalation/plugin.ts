import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
} from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { notFound, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { clusterRoles, roles } from '@pilothouse/client/rbac.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { missingRules } from '@pilothouse/kinds/rbac/covers.js';
import { ALL } from '@pilothouse/kinds/rbac/rule.js';
import { listText, missingRole } from '@pilothouse/kinds/rbac/texts.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Capabilities } from '../../capabilities.js';
import { forbidden } from '../../forbidden.js';
import { isAllowed } from '../../is-allowed.js';
import { changesOnlyOwnership } from '../../only-ownership.js';
import { definePlugin, type AdmissionPlugin, type PluginHost } from '../../plugin.js';

const SUPERUSERS = 'system:masters';

/** All permissions. */
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: [ALL], apiGroups: [ALL], resources: [ALL] },
  { verbs: [ALL], nonResourceURLs: [ALL] },
];

/**
 * RBAC escalation prevention: a user may grant only permissions that the user holds, unless the user may `escalate` the role
 * or `bind` the role of a binding. Throws 403, and 404 for a missing role of a binding, with Kubernetes' texts.
 */
export const rbacEscalation = definePlugin({
  name: 'RBACEscalation',
  isDefault: true,
  isMandatory: true,
  reads: [roles, clusterRoles],
  needs: ['authorizer', 'heldRules'],
  create: escalationPlugin,
});

type Host = PluginHost & Pick<Capabilities, 'authorizer' | 'heldRules'>;

function escalationPlugin({ domain, objects, authorizer, heldRules }: Host): AdmissionPlugin {
  const types = { roles: inDomain(roles, domain), clusterroles: inDomain(clusterRoles, domain) };
  const { group } = types.roles;
  const may = (verb: string, { user, namespace }: AdmissionAttributes, resource: string, name: string) =>
    isAllowed(authorizer, user, { verb, group, resource, namespace, name });

  /** Throws if the user lacks one of the rules. */
  function confirm(attributes: AdmissionAttributes, rules: readonly PolicyRule[]): void {
    const { user, namespace } = attributes;
    const held = heldRules(user, namespace);
    const missing = missingRules(
      held.flatMap((each) => each.rules),
      rules,
    );
    if (missing.length === 0) return;
    const who = `user ${JSON.stringify(user.name)} (groups=${quoted(user.groups)})`;
    const lines = [...new Set(missing.map(ruleText))].sort();
    const problems = [...new Set(held.flatMap((each) => each.problems))];
    const why = problems.length === 0 ? '' : `; resolution errors: [${listText(problems)}]`;
    throw forbidden(
      attributes,
      `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${why}`,
    );
  }

  async function checkRole(attributes: AdmissionAttributes, { rules }: Role | ClusterRole): Promise<void> {
    const { operation, resource, name, object, old } = attributes;
    if (await may('escalate', attributes, resource.resource, operation === 'CREATE' ? '' : name)) return;
    confirm(attributes, rules);
    if (!isAggregated(object) && !isAggregated(old)) return;
    const lacks = missingRules(
      heldRules(attributes.user, '').flatMap((each) => each.rules),
      EVERYTHING,
    );
    if (lacks.length > 0) throw forbidden(attributes, 'must have cluster-admin privileges to use the aggregationRule');
  }

  async function checkBinding(
    attributes: AdmissionAttributes,
    { roleRef }: RoleBinding | ClusterRoleBinding,
  ): Promise<void> {
    const resource = roleRef.kind === 'Role' ? 'roles' : 'clusterroles';
    if (await may('bind', attributes, resource, roleRef.name)) return;
    const rules = await rulesOf(attributes, resource, roleRef.name);
    if (rules === undefined) throw missing(roleRef, resource);
    confirm(attributes, rules);
  }

  /** Reads the role from the store: another server may have changed it, and the watch may lag. */
  async function rulesOf(
    { namespace, signal }: AdmissionAttributes,
    resource: keyof typeof types,
    name: string,
  ): Promise<readonly PolicyRule[] | undefined> {
    return (await objects.get<Role | ClusterRole>(types[resource], { namespace, name, signal, live: true }))?.rules;
  }

  function missing(roleRef: RoleBinding['roleRef'], resource: string): StatusError {
    const { details } = notFound({ group, resource }, roleRef.name);
    return new StatusError('NotFound', missingRole(roleRef, group), { ...(details && { details }) });
  }

  return {
    name: 'RBACEscalation',
    rules: [
      {
        operations: ['CREATE', 'UPDATE'],
        groups: [group],
        versions: ['*'],
        resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
      },
    ],
    async validate(attributes) {
      const { resource, object, old, user } = attributes;
      if (object === undefined) return;
      if (user.groups.includes(SUPERUSERS) || (old !== undefined && changesOnlyOwnership(object, old, dropComputed)))
        return;
      // The resource determines the type of the object.
      if (resource.resource === 'roles' || resource.resource === 'clusterroles') {
        await checkRole(attributes, object as Role | ClusterRole);
      } else await checkBinding(attributes, object as RoleBinding | ClusterRoleBinding);
    },
  };
}

function isAggregated(role: JsonObject | undefined): boolean {
  return role?.['aggregationRule'] !== undefined;
}

/** The server computes the rules of an aggregated role; clients cannot change them. */
function dropComputed(role: JsonObject): void {
  if (isAggregated(role)) delete role['rules'];
}

/** Such as `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. */
function ruleText({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule) {
  const lists = { APIGroups: apiGroups, Resources: resources, NonResourceURLs: nonResourceURLs };
  const parts = Object.entries({ ...lists, ResourceNames: resourceNames, Verbs: verbs })
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${name}:${quoted(list)}`);
  return `{${parts.join(', ')}}`;
}

/** Formats a list of strings as Go does. */
function quoted(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
