import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { only, rule } from './rule.js';

/** Rules of components that create Events. */
export const EVENTS = 'create update patch: events events.events.k8s.io';

/**
 * The rules of lines `<verbs>: <resources> [named <names>]`, such as `get update: leases.coordination.k8s.io named a`.
 * A resource is followed by its group, if any. Groups that end in `k8s.io` are those of the API domain.
 */
export function rulesOfLines(lines: readonly string[], domain: Domain): PolicyRule[] {
  return lines.flatMap((line) => {
    const [verbs = '', objects = ''] = line.split(': ');
    const [resources = '', names] = objects.split(' named ');
    return [...byGroup(words(resources), domain)].map(([group, members]) => {
      const base = rule(words(verbs), group, ...members);
      return names === undefined ? base : only(words(names), base);
    });
  });
}

function byGroup(resources: readonly string[], domain: Domain): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const resource of resources) {
    const [name = '', ...rest] = resource.split('.');
    const group = rest.join('.').replace(/(.+)\.k8s\.io$/, (_whole, prefix: string) => domain.group(prefix));
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

function words(text: string): string[] {
  return text.split(' ');
}
