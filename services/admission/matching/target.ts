import type { AdmissionAttributes } from '../attributes.js';
import type { RuleTarget } from './rule.js';

/** What rules match of a write. */
export function targetOf({ resource, operation, subresource, namespace, name }: AdmissionAttributes): RuleTarget {
  return { ...resource, operation, subresource, namespace, name };
}
