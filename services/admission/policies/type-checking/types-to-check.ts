import type { MatchResources } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { compareTexts } from '@pilothouse/apimachinery/fieldpath/canonical.js';
import type { GroupVersionKind } from '../../matching/resource.js';
import type { GroupVersionResource } from '../../matching/rule.js';

/** Kubernetes' limit of the kinds of one rule. */
const MAX_KINDS = 10;

/** The kind of a resource; undefined if it is not served. */
export type KindOf = (resource: GroupVersionResource) => Promise<GroupVersionKind | undefined>;

/**
 * The kinds for which the expressions of a policy are checked, sorted: those of the resources that its rules name. Rules
 * with a wildcard and subresources do not count. A rule that reaches the limit ends the search.
 */
export async function kindsToCheck(
  { resourceRules = [] }: MatchResources,
  kindOf: KindOf,
): Promise<readonly GroupVersionKind[]> {
  const kinds = new Map<string, GroupVersionKind>();
  for (const rule of resourceRules) {
    let count = 0;
    for (const resource of resourcesOf(rule)) {
      const kind = await kindOf(resource);
      if (kind === undefined) continue;
      kinds.set(kindText(kind), kind);
      count += 1;
      if (count === MAX_KINDS) return sorted(kinds);
    }
  }
  return sorted(kinds);
}

interface NamedRule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
}

function* resourcesOf({
  apiGroups = [],
  apiVersions = [],
  resources = [],
}: NamedRule): Generator<GroupVersionResource> {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return;
  const names = resources.filter((name) => !/[*/]/.test(name)).sort(compareTexts);
  for (const group of [...apiGroups].sort(compareTexts)) {
    for (const version of [...apiVersions].sort(compareTexts)) {
      for (const resource of names) yield { group, version, resource };
    }
  }
}

function sorted(kinds: ReadonlyMap<string, GroupVersionKind>): readonly GroupVersionKind[] {
  return [...kinds.values()].sort(
    (a, b) => compareTexts(a.group, b.group) || compareTexts(a.version, b.version) || compareTexts(a.kind, b.kind),
  );
}

/** A kind in Kubernetes' messages: `apps/v1, Kind=Deployment`. */
export function kindText({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
