import type { AdmissionRule, Review } from '@pilothouse/runtime/admission-api/service.js';
import type { RuleMatch } from './rule.js';

const ALL = '*';

/** Whether a rule matches the write. The API server sends a write if any rule of the file matches. */
export function matchesRule({ operations, groups, versions, resources }: AdmissionRule, review: Review): boolean {
  const { group, version, resource } = review.resource;
  return (
    has(operations, review.operation) &&
    has(groups, group) &&
    has(versions, version) &&
    resources.some((pattern) => {
      const [name = '', part = ''] = pattern.split('/');
      return (name === ALL || name === resource) && (part === ALL || part === review.subresource);
    })
  );
}

function has(list: readonly string[], name: string): boolean {
  return list.includes(name) || list.includes(ALL);
}

/** Whether the namespace of the write matches. */
export function matchesNamespace({ namespaces, excludeNamespaces = [] }: RuleMatch, { namespace }: Review): boolean {
  return !excludeNamespaces.includes(namespace) && (namespaces === undefined || namespaces.includes(namespace));
}
