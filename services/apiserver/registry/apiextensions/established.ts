import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';

/** Whether a definition's resource is served. */
export function isEstablished(definition: CustomResourceDefinition): boolean {
  return hasCondition(definition, 'Established');
}

/** Whether a condition of the type is true. */
export function hasCondition({ status }: CustomResourceDefinition, type: string): boolean {
  return status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
