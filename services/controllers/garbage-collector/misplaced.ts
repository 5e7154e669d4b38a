import type { Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionOf, type Draft } from '@pilothouse/client/resource-type.js';
import { placeOf, type GraphObject } from './object.js';

const COMPONENT = 'garbage-collector-controller';

/** Tells whoever looks at an object that it names an owner in another namespace, as Kubernetes tells it. */
export function misplacedEvent(
  dependent: GraphObject,
  reference: OwnerReference,
  now: Date,
): Draft<Event> & { readonly metadata: { readonly namespace: string } } {
  const { type, namespace, name } = placeOf(dependent);
  const { uid = '', resourceVersion = '' } = dependent.metadata;
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const owner = `[${reference.apiVersion}/${reference.kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${reference.uid}]`;
  return {
    metadata: {
      // What belongs to no namespace has its events in the default one.
      namespace: namespace === '' ? 'default' : namespace,
      // One event is enough, however often this is found out.
      name: `${name}.${reference.uid}`,
    },
    involvedObject: {
      apiVersion: apiVersionOf(type),
      kind: type.kind,
      ...(namespace !== '' && { namespace }),
      name,
      uid,
      resourceVersion,
    },
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    reportingInstance: '',
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}
