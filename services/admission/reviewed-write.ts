import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionAttributes } from './attributes.js';
import type { ReviewedWrite } from './expressions/write-values.js';
import type { ServedKinds } from './kinds.js';
import type { AdmittedResource, GroupVersionKind } from './matching/resource.js';

/** A write as seen by a webhook or policy that matches it by a resource. The same object for the same kind. */
export type ReviewedWrites = (matched: AdmittedResource) => Promise<ReviewedWrite>;

/** The forms of a write. Its objects are converted at most once to each kind. Rejects as `convert` does. */
export function reviewedWrites(
  attributes: AdmissionAttributes,
  { convert }: Pick<ServedKinds, 'convert'>,
): ReviewedWrites {
  const known = new Map<string, Promise<ReviewedWrite>>();
  const { operation, subresource, user, dryRun, options, resource, kind, signal, object, old } = attributes;
  const inKind = async (value: JsonObject | undefined, to: GroupVersionKind): Promise<JsonObject | undefined> =>
    value === undefined || isSameKind(kind, to) ? value : convert(value, { from: resource, to, signal });
  const make = async ({ type, group, version, resource: name }: AdmittedResource): Promise<ReviewedWrite> => ({
    operation,
    subresource,
    user,
    dryRun,
    options,
    resource: { group, version, resource: name },
    kind: type,
    requestResource: resource,
    requestKind: kind,
    name: nameOf(attributes),
    namespace: namespaceOf(attributes),
    object: await inKind(object, type),
    old: await inKind(old, type),
  });
  return (matched) => {
    const key = `${matched.group}/${matched.version}/${matched.resource}`;
    let write = known.get(key);
    if (write === undefined) known.set(key, (write = make(matched)));
    return write;
  };
}

export function isSameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.kind === b.kind && a.version === b.version && a.group === b.group;
}

/** The name of the object. A generated name is known only after mutation. */
function nameOf({ name, object }: AdmissionAttributes): string {
  if (name !== '' || object === undefined) return name;
  const { metadata } = object as { readonly metadata?: { readonly name?: string } };
  return metadata?.name ?? '';
}

/** The namespace of the object. That of a Namespace is its own name, unless it is generated, as in Kubernetes. */
function namespaceOf({ namespace, resource, name }: AdmissionAttributes): string {
  return namespace === '' && resource.group === '' && resource.resource === 'namespaces' ? name : namespace;
}
