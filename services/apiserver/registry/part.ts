import type { PartSubresource, ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';

/** The part of that name; undefined for the resource itself, whose name is empty, and for what is no part. */
export function partOf({ subresources }: ResourceDefinition, subresource: string): PartSubresource | undefined {
  const found = Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined;
  return found?.type === 'part' ? found : undefined;
}
