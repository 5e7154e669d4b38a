import type {
  CustomResourceDefinition,
  CustomResourceDefinitionStatus,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { AcceptedNames, Named } from './accepted-names.js';
import { withCondition, withoutCondition, type Condition } from './condition-list.js';
import { approvalCondition, establishedCondition, namesConditions } from './conditions.js';

/**
 * The status of a definition as its spec and the names of others make it. Kubernetes' controllers compute it some time after each write;
 * here it is part of the write, so that a resource is served when the write of its definition is answered. `storedVersions` stay.
 */
export function statusOf(
  definition: CustomResourceDefinition,
  names: Pick<AcceptedNames, 'of'>,
  now: Date,
): CustomResourceDefinitionStatus {
  const time = timestamp(now);
  const next: CustomResourceDefinition = { ...definition, status: { ...definition.status } };
  const set = (condition: Condition): void => {
    next.status.conditions = withCondition(next.status.conditions, condition, time);
  };
  const { acceptedNames, namesAccepted, established } = namesConditions(next, namesBeside(next, names));
  next.status.acceptedNames = acceptedNames;
  set(namesAccepted);
  set(established);
  const isServed = establishedCondition(next);
  if (isServed !== undefined) set(isServed);
  const approval = approvalCondition(next);
  if (approval !== undefined) set(approval);
  // Only structural schemas are accepted.
  next.status.conditions = withoutCondition(next.status.conditions, 'NonStructuralSchema');
  return next.status;
}

/** The names in the group of a definition, but for those of one that had its name before, and whose removal is not known yet. */
function* namesBeside({ metadata, spec }: CustomResourceDefinition, names: Pick<AcceptedNames, 'of'>): Iterable<Named> {
  for (const [name, named] of names.of(spec.group)) {
    if (name !== metadata.name || named.uid === metadata.uid) yield named;
  }
}
