import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { setCondition } from '../definition/set-condition.js';

/** The types of conditions of a definition. */
export type ConditionType =
  'NamesAccepted' | 'Established' | 'NonStructuralSchema' | 'KubernetesAPIApprovalPolicyConformant' | 'Terminating';

export type Condition = CustomResourceDefinitionCondition & { type: ConditionType };

/** The condition of a type. */
export function findCondition(
  { status }: Pick<CustomResourceDefinition, 'status'>,
  type: ConditionType,
): CustomResourceDefinitionCondition | undefined {
  return status.conditions.find((condition) => condition.type === type);
}

/** Whether the condition of a type is there and true. */
export function isConditionTrue(definition: Pick<CustomResourceDefinition, 'status'>, type: ConditionType): boolean {
  return findCondition(definition, type)?.status === 'True';
}

/**
 * Adds or replaces a condition. Its time (RFC 3339) is that of the last change of its status. As in Kubernetes, an
 * existing condition keeps its observedGeneration.
 */
export function withCondition(
  conditions: readonly CustomResourceDefinitionCondition[],
  condition: Condition,
  now: string,
): CustomResourceDefinitionCondition[] {
  const old = conditions.find(({ type }) => type === condition.type);
  return setCondition(conditions, { ...old, ...condition }, now);
}

/** The conditions without the given type. */
export function withoutCondition(
  conditions: readonly CustomResourceDefinitionCondition[],
  type: ConditionType,
): CustomResourceDefinitionCondition[] {
  return conditions.filter((condition) => condition.type !== type);
}
