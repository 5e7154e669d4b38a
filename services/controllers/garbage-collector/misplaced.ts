import type { Event } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionOf, type Draft } from '@pilothouse/client/resource-type.js';
import { coordinatesOf, type GraphObject } from './object.js';

const COMPONENT = 'garbage-collector-controller';

/** The event for an object with an owner in another namespace, with the text of Kubernetes. */
export function misplacedEvent(
  dependent: GraphObject,
  reference: OwnerReference,
  now: Date,
): Draft<Event> & { readonly metadata: { readonly namespace: string } } {
  const { type, namespace, name } = coordinatesOf(dependent);
  const { uid = '', resourceVersion = '' } = dependent.metadata;
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const owner = `[${reference.apiVersion}/${reference.kind}, namespace: ${namespace}, name: ${reference.name}, uid: ${reference.uid}]`;
  return {
    metadata: {
      // Events of cluster-scoped objects are in the default namespace.
      namespace: namespace === '' ? 'default' : namespace,
      // A fixed name: one event suffices for repeated findings.
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
