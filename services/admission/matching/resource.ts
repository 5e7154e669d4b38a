import type { ResourceDefinition, Subresource, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { servedVersions, subresourcesIn } from '@pilothouse/kinds/definition/versions.js';
import { matchesRule, type GroupVersionResource, type Rule, type RuleTarget } from './rule.js';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A resource with the kind of its objects, or of those of a subresource. */
export interface AdmittedResource extends GroupVersionResource {
  readonly type: GroupVersionKind;
}

export interface ResourceMatch {
  /** Absent rules match every resource; an empty list matches none. */
  readonly rules?: readonly Rule[];
  /** Rules of resources that never match. */
  readonly excludeRules?: readonly Rule[];
  /** `Exact` or `Equivalent`; `Exact` when absent. */
  readonly matchPolicy?: string;
}

/**
 * The resource by which a webhook or policy sees the write: that of the request, or with the policy Equivalent, the
 * first equivalent one that a rule names. Undefined if nothing matches. `equivalents` may contain the resource of the
 * request.
 */
export function matchResource(
  { rules, excludeRules = [], matchPolicy }: ResourceMatch,
  target: RuleTarget,
  requested: AdmittedResource,
  equivalents: () => readonly AdmittedResource[],
): AdmittedResource | undefined {
  const find = (list: readonly Rule[]): AdmittedResource | undefined => {
    if (list.some((rule) => matchesRule(rule, target))) return requested;
    if (matchPolicy !== 'Equivalent' || list.length === 0) return undefined;
    const others = equivalents().filter((other) => !isSame(other, target));
    for (const rule of list) {
      const found = others.find(({ group, version, resource }) =>
        matchesRule(rule, { ...target, group, version, resource }),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (find(excludeRules) !== undefined) return undefined;
  return rules === undefined ? requested : find(rules);
}

function isSame(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource;
}

/**
 * The resources that serve the same objects as `definition`, itself included: its versions, and those of definitions
 * that share its collection in the store, such as Events of two groups. Versions of custom resources that are not served
 * are included (Kubernetes' rule). Only resources with the subresource count; an empty one is the resource itself.
 */
export function equivalentResources(
  definitions: readonly ResourceDefinition[],
  definition: ResourceDefinition,
  subresource: string,
): readonly AdmittedResource[] {
  const home = homeOf(definition);
  return definitions
    .filter((other) => homeOf(other) === home)
    .flatMap((other) => {
      const versions = other.origin === undefined ? servedVersions(other) : other.versions;
      return versions.flatMap((version) => admittedAs(other, version, subresource) ?? []);
    });
}

/** Group and resource under which the objects are stored. */
function homeOf({ storedAs, group, resource }: ResourceDefinition): string {
  return storedAs === undefined ? `${resource}.${group}` : `${storedAs.resource}.${storedAs.group}`;
}

/** The resource in a version; undefined without the subresource. */
export function admittedAs(
  definition: ResourceDefinition,
  version: VersionDefinition,
  subresource: string,
): AdmittedResource | undefined {
  const { group, resource, kind } = definition;
  const own: GroupVersionKind = { group, version: version.name, kind };
  if (subresource === '') return { group, version: version.name, resource, type: own };
  const found = subresourcesIn(definition, version)[subresource];
  return found && { group, version: version.name, resource, type: typeOf(found, own) };
}

function typeOf(subresource: Subresource, own: GroupVersionKind): GroupVersionKind {
  switch (subresource.type) {
    case 'part':
      return own;
    case 'view':
    case 'action':
      return { group: subresource.group, version: subresource.version, kind: subresource.kind };
    case 'connect':
      return { ...own, kind: subresource.kind };
  }
}
