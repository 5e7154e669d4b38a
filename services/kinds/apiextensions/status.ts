import type {
  CustomResourceDefinition,
  CustomResourceDefinitionStatus,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { AcceptedNames, Named } from './accepted-names.js';
import { withCondition, withoutCondition, type Condition } from './condition-list.js';
import { approvalCondition, establishedCondition, namesConditions } from './conditions.js';

/**
 * The status of a definition, computed from its spec and the names of other definitions. Kubernetes' controllers
 * compute it some time after each write. Here it is part of the write, so that the resource is served as soon as the
 * write returns. `storedVersions` stay.
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
  // Validation accepts only structural schemas.
  next.status.conditions = withoutCondition(next.status.conditions, 'NonStructuralSchema');
  return next.status;
}

/** The status without any accepted names. */
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
 * The names in the group of a definition, except those of a deleted definition with the same name whose removal is not
 * yet seen, and except its own if it has lost them.
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
