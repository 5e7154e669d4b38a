import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
} from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { notFound, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { listText } from '../../authz/rbac/authorizer.js';
import { missingRules } from '../../authz/rbac/covers.js';
import { missingRole } from '../../authz/rbac/grants.js';
import type { Policy } from '../../authz/rbac/policy.js';
import { ALL } from '../../authz/rbac/rule.js';
import { objectKey } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import type { ServerAttributes, ServerPlugin } from '../admission.js';
import { forbidden } from '@pilothouse/admission/forbidden.js';
import { isAllowed } from '@pilothouse/admission/is-allowed.js';

const SUPERUSERS = 'system:masters';

/** All permissions. */
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: [ALL], apiGroups: [ALL], resources: [ALL] },
  { verbs: [ALL], nonResourceURLs: [ALL] },
];

export interface RbacEscalationOptions {
  /** The permissions of users, from the watched policy. */
  readonly policy: Policy;
  readonly authorizer: Authorizer;
  /** API group of the roles. */
  readonly group: string;
  /** The resources of roles. */
  readonly resources: readonly Resource[];
}

/**
 * RBAC escalation prevention: a user may grant only permissions that the user holds, unless the user may `escalate` the role
 * or `bind` the role of a binding. Throws 403, and 404 for a missing role of a binding, with Kubernetes' texts.
 */
export function rbacEscalation({ policy, authorizer, group, resources }: RbacEscalationOptions): ServerPlugin {
  const may = (verb: string, { user, namespace }: ServerAttributes, resource: string, name: string) =>
    isAllowed(authorizer, user, { verb, group, resource, namespace, name });

  /** Throws if the user lacks one of the rules. */
  function confirm(attributes: ServerAttributes, rules: readonly PolicyRule[]): void {
    const { user, namespace } = attributes;
    const held = policy.grantsOf(user, namespace);
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

  async function checkRole(attributes: ServerAttributes, { rules }: Role | ClusterRole): Promise<void> {
    const { operation, definition, name, object, old } = attributes;
    if (await may('escalate', attributes, definition.resource, operation === 'CREATE' ? '' : name)) return;
    confirm(attributes, rules);
    if (!isAggregated(object) && !isAggregated(old)) return;
    const lacks = missingRules(
      policy.grantsOf(attributes.user, '').flatMap((each) => each.rules),
      EVERYTHING,
    );
    if (lacks.length > 0) throw forbidden(attributes, 'must have cluster-admin privileges to use the aggregationRule');
  }

  async function checkBinding(
    attributes: ServerAttributes,
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
    { namespace, signal }: ServerAttributes,
    resource: string,
    name: string,
  ): Promise<readonly PolicyRule[] | undefined> {
    const { definition, store, stored } = resourceNamed(resources, group, resource);
    const { entry } = await store.get(objectKey(definition, namespace, name), { signal });
    // A stored role was decoded by the schema of its kind.
    return entry && (stored.decode(entry) as Role | ClusterRole).rules;
  }

  function missing(roleRef: RoleBinding['roleRef'], resource: string): StatusError {
    const { details } = notFound({ group, resource }, roleRef.name);
    return new StatusError('NotFound', missingRole(roleRef, group), { ...(details && { details }) });
  }

  return {
    name: 'RBACEscalation',
    async validate(attributes) {
      const { operation, definition, object, old, user, subresource } = attributes;
      if (definition.group !== group || operation === 'DELETE' || object === undefined || subresource !== '') return;
      if (user.groups.includes(SUPERUSERS) || (old !== undefined && isForDeletionOnly(object, old))) return;
      // The definition determines the type of the object.
      if (definition.kind === 'Role' || definition.kind === 'ClusterRole') {
        await checkRole(attributes, object as Role | ClusterRole);
      } else await checkBinding(attributes, object as RoleBinding | ClusterRoleBinding);
    },
  };
}

function isAggregated(role: JsonObject | undefined): boolean {
  return role?.['aggregationRule'] !== undefined;
}

/** Whether an update changes only the metadata that the garbage collector changes. */
function isForDeletionOnly(object: JsonObject, old: JsonObject): boolean {
  const [wanted, live] = [object, old].map((each) => {
    const copy = withOwnMetadata(each);
    const metadata = metadataOf(copy);
    delete metadata.ownerReferences;
    delete metadata.finalizers;
    delete metadata.managedFields;
    delete metadata.resourceVersion;
    // The server computes the rules of an aggregated role; clients cannot change them.
    if (isAggregated(copy)) delete copy['rules'];
    return copy;
  });
  return wanted !== undefined && live !== undefined && deepEqual(wanted, live);
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
