import type { Revision } from '@pilothouse/storage/store.js';
import { BOUND_OBJECT_RESOURCES } from '../serviceaccount/bound-objects.js';
import type { BoundObjectSource } from '../serviceaccount/token-liveness.js';
import type { Registered } from './registered.js';

/** The latest writes of this server to the resources to which tokens are bound. */
export function boundObjectWrites({ core, latestWriteOf }: Registered): BoundObjectSource['latestWrite'] {
  const latest = new Map<string, () => Revision>();
  for (const name of BOUND_OBJECT_RESOURCES) {
    const resource = core.get(name);
    if (resource !== undefined) latest.set(name, latestWriteOf(resource.definition));
  }
  return (name) => latest.get(name)?.() ?? 0;
}
