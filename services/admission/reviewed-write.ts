import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionAttributes } from './attributes.js';
import type { Awaitable } from './awaitable.js';
import type { ReviewedWrite } from './expressions/write-values.js';
import type { ServedKinds } from './kinds.js';
import type { AdmittedResource, GroupVersionKind } from './matching/resource.js';

/** A write as seen by a webhook or policy that matches it by a resource. The same object for the same kind. */
export type ReviewedWrites = (matched: AdmittedResource) => Awaitable<ReviewedWrite>;

/** The forms of a write. Its objects are converted at most once to each kind. Rejects as `convert` does. */
export function reviewedWrites(
  attributes: AdmissionAttributes,
  { convert }: Pick<ServedKinds, 'convert'>,
): ReviewedWrites {
  const known = new Map<string, Awaitable<ReviewedWrite>>();
  const { operation, subresource, user, dryRun, options, resource, kind, signal, object, old } = attributes;
  type Objects = Pick<ReviewedWrite, 'object' | 'old'>;
  const converted = async (to: GroupVersionKind): Promise<Objects> => {
    const inKind = async (value: JsonObject | undefined): Promise<JsonObject | undefined> =>
      value === undefined ? undefined : convert(value, { from: resource, to, signal });
    return { object: await inKind(object), old: await inKind(old) };
  };
  const make = ({ type, group, version, resource: name }: AdmittedResource, objects: Objects): ReviewedWrite => ({
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
    ...objects,
  });
  return (matched) => {
    const key = `${matched.group}/${matched.version}/${matched.resource}`;
    let write = known.get(key);
    if (write !== undefined) return write;
    write = isSameKind(kind, matched.type)
      ? make(matched, { object, old })
      : converted(matched.type).then((objects) => make(matched, objects));
    known.set(key, write);
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
