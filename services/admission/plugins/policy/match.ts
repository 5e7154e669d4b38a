import type { AdmissionAttributes } from '../../attributes.js';
import type { RuleMatch } from './rule.js';

/** Whether the namespace of the write matches. */
export function matchesNamespace(
  { namespaces, excludeNamespaces = [] }: RuleMatch,
  { namespace }: AdmissionAttributes,
): boolean {
  return !excludeNamespaces.includes(namespace) && (namespaces === undefined || namespaces.includes(namespace));
}
