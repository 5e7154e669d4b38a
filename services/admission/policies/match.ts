import type {
  MatchResources,
  NamedRuleWithOperations,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { Awaitable } from '../awaitable.js';
import type { ResourceMatch } from '../matching/resource.js';
import { admissionSelector, selectsNamespace, selectsObject, type AdmissionSelector } from '../matching/selectors.js';
import { targetOf } from '../matching/target.js';

/** The requests of a policy or binding, compiled. */
export interface CompiledMatch {
  readonly resources: ResourceMatch;
  /** The same without names of objects: it matches at least as much. The same object if no rule has names. */
  readonly ofAnyName: ResourceMatch;
  readonly namespaces: AdmissionSelector;
  readonly objects: AdmissionSelector;
}

/** Absent resources match every request. */
export function compileMatch(match: MatchResources = {}): CompiledMatch {
  const { resourceRules = [], excludeResourceRules = [], matchPolicy, namespaceSelector, objectSelector } = match;
  const policy = matchPolicy === undefined ? {} : { matchPolicy };
  const included = resourceRules.length === 0 ? {} : { rules: resourceRules };
  const resources: ResourceMatch = { ...included, excludeRules: excludeResourceRules, ...policy };
  const hasNames = [...resourceRules, ...excludeResourceRules].some(isNamed);
  return {
    resources,
    ofAnyName: hasNames
      ? {
          ...(resourceRules.length > 0 && { rules: resourceRules.map((rule) => ({ ...rule, resourceNames: [] })) }),
          excludeRules: excludeResourceRules.filter((rule) => !isNamed(rule)),
          ...policy,
        }
      : resources,
    namespaces: admissionSelector(namespaceSelector),
    objects: admissionSelector(objectSelector),
  };
}

function isNamed({ resourceNames = [] }: NamedRuleWithOperations): boolean {
  return resourceNames.length > 0;
}

/** Finds a Namespace. Rejects with 404 if it does not exist. */
export type FindNamespace = (name: string) => Promise<JsonObject>;

/** Whether the selectors select the write. Throws or rejects for a selector or namespace that cannot be used. */
export function areSelected(
  { namespaces, objects }: CompiledMatch,
  attributes: AdmissionAttributes,
  namespaceNamed: FindNamespace,
): Awaitable<boolean> {
  if (!selectsObject(objects, attributes)) return false;
  return namespaces.isEverything || selectsNamespace(namespaces, targetOf(attributes), attributes, namespaceNamed);
}
