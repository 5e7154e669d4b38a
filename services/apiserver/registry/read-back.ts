import type { Entry } from '@pilothouse/storage/store.js';
import type { Resource } from './resource.js';
import type { Stored } from './write.js';

/**
 * The entry of a write as a read gives it, which is what the client gets, also of a dry run: what the strategy removes may have a
 * default, and another version that is stored may lack fields (as in Kubernetes).
 */
export async function readBack({ version }: Resource, entry: Entry, { object, value }: Stored): Promise<Entry> {
  const { mapping } = version;
  if (mapping === undefined || mapping.keeps?.(object) === true) return entry;
  const written = { ...entry, value: await mapping.write(entry.key, value) };
  return (await mapping.read([written]))[0] ?? entry;
}
