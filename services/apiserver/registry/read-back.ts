import type { Entry } from '@pilothouse/storage/store.js';
import type { Resource } from './resource.js';
import type { Stored } from './write.js';

/**
 * The written entry as a read returns it, also in a dry run. As in Kubernetes, fields that the strategy removes may get
 * defaults, and the storage version may lack fields.
 */
export async function readBack({ version }: Resource, entry: Entry, { object, value }: Stored): Promise<Entry> {
  const { mapping } = version;
  if (mapping === undefined || mapping.keeps?.(object) === true) return entry;
  const written = { ...entry, value: await mapping.write(entry.key, value) };
  return (await mapping.read([written]))[0] ?? entry;
}
