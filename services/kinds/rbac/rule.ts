import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { AuthorizableResource } from '../definition/authorizer.js';

/** Wildcard in each list of a rule. */
export const ALL = '*';

/** Whether the rule allows the request. The resource itself is matched before: see {@link resourceTexts}. */
export function allowsResource(rule: PolicyRule, { verb, group, name }: AuthorizableResource): boolean {
  const { verbs, apiGroups = [], resourceNames = [] } = rule;
  return holds(verbs, verb) && holds(apiGroups, group) && (resourceNames.length === 0 || resourceNames.includes(name));
}

/** Whether the rule allows a verb on a non-resource path. */
export function allowsPath({ verbs, nonResourceURLs = [] }: PolicyRule, verb: string, path: string): boolean {
  return holds(verbs, verb) && nonResourceURLs.some((url) => coversPath(url, path));
}

/** Whether a rule's path equals another path, or ends in `*` and is a prefix of it. */
export function coversPath(url: string, path: string): boolean {
  return url === path || (url.endsWith(ALL) && path.startsWith(url.replace(/\*+$/, '')));
}

/** The texts that match a resource or subresource in rules: itself, `*`, and `*` in place of the resource. */
export function resourceTexts(resource: string, subresource: string): readonly string[] {
  return subresource === '' ? [ALL, resource] : [ALL, `${resource}/${subresource}`, `${ALL}/${subresource}`];
}

function holds(list: readonly string[], text: string): boolean {
  return list.includes(text) || list.includes(ALL);
}
