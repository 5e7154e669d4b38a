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
  names: Pick<AcceptedNames, 'of' | 'contested'>,
  now: Date,
): CustomResourceDefinitionStatus {
  const time = timestamp(now);
  const { metadata, spec } = definition;
  const hasLost = isKnown(definition, names) && names.contested(spec.group).has(metadata.name ?? '');
  const status = hasLost ? withoutNames(definition.status) : definition.status;
  const next: CustomResourceDefinition = { ...definition, status: { ...status } };
  const set = (condition: Condition): void => {
    next.status.conditions = withCondition(next.status.conditions, condition, time);
  };
  const { acceptedNames, namesAccepted, established } = namesConditions(next, namesBeside(next, names, hasLost));
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

/** As if none of its names had been accepted. */
function withoutNames({ conditions, ...others }: CustomResourceDefinitionStatus): CustomResourceDefinitionStatus {
  return {
    ...others,
    conditions: withoutCondition(conditions, 'Established'),
    acceptedNames: { plural: '', kind: '' },
  };
}

function isKnown({ metadata, spec }: CustomResourceDefinition, names: Pick<AcceptedNames, 'of'>): boolean {
  return names.of(spec.group).get(metadata.name ?? '')?.uid === metadata.uid;
}

/**
 * The names in the group of a definition, but for those of one that had its name before, and whose removal is not known yet; without its
 * own where it has lost them.
 */
function* namesBeside(
  definition: CustomResourceDefinition,
  names: Pick<AcceptedNames, 'of'>,
  hasLost: boolean,
): Iterable<Named> {
  const isOwn = isKnown(definition, names) && !hasLost;
  for (const [name, named] of names.of(definition.spec.group)) {
    if (name !== definition.metadata.name || isOwn) yield named;
  }
}
