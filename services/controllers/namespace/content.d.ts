import type { Client } from '@pilothouse/client/client.js';
import type { DiscoveredType } from '@pilothouse/client/discovery.js';
/** Whether the objects of a type are content of namespaces that can be found and deleted. */
export declare function isDeletable({ type, verbs }: DiscoveredType): boolean;
/**
 * Deletes everything of one type in a namespace. Resolves to whether nothing is left; finalizers can make objects stay.
 * A type that is no longer served has nothing left.
 */
export declare function deleteContent(
  client: Client,
  { type, verbs }: DiscoveredType,
  {
    namespace,
    signal,
  }: {
    readonly namespace: string;
    readonly signal: AbortSignal;
  },
): Promise<boolean>;
export declare function isNotFound(error: unknown): boolean;
