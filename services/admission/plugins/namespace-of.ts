import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ObjectReader } from '../objects.js';

/** The namespace of a write. One that this server does not have yet may be new. Throws 404. */
export async function namespaceOf(
  { namespace: name, signal }: Pick<AdmissionAttributes, 'namespace' | 'signal'>,
  objects: ObjectReader,
): Promise<Namespace> {
  const found =
    (await objects.get(namespaces, { name, signal })) ?? (await objects.get(namespaces, { name, signal, live: true }));
  if (found === undefined) throw notFound(namespaces, name);
  return found;
}
