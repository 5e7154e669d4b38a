import type { PartSubresource, ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';

/** The subresource with that name; undefined for the main resource and for other kinds of subresource. */
export function partOf({ subresources }: ResourceDefinition, subresource: string): PartSubresource | undefined {
  const found = Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined;
  return found?.type === 'part' ? found : undefined;
}
