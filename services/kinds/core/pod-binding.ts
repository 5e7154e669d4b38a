import type { Binding, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject, deepCopy, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { invalidEach, notSupported, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, conflict, invalidObject, type StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { ObjectAction, VirtualAction } from '../definition/action.js';
import { successStatus } from '../definition/success.js';
import { setCondition } from '../definition/set-condition.js';

const BINDING = { group: '', kind: 'Binding' };

/** Binds a pod to a node. Throws 404 if the pod does not exist, and 409 if it is already bound or being deleted. */
export const bindPod: ObjectAction = async (call) => {
  const { object, namespace, target, services } = call;
  const { name } = target;
  await target.mutate();
  const { name: named = '', namespace: placed = namespace } = metadataOf(object);
  if (named !== name) throw badRequest('name in URL does not match name in Binding object');
  if (placed !== namespace) throw badRequest('namespace in URL does not match namespace in Binding object');
  const binding = object as Binding;
  const errors = validate(binding);
  if (errors.length > 0) throw invalidObject(BINDING, name, errors);
  await target.validate();
  await target.update((live) => bound(live as Pod, binding, timestamp(services.now())));
  return successStatus();
};

/** The same for the resource `bindings`, whose objects name the pod, and which is admitted as itself. */
export const createBinding: VirtualAction = async (call) => {
  const { name = '' } = metadataOf(call.object);
  const errors = validateName(name, 'metadata.name');
  if (errors.length > 0) throw invalidObject(BINDING, name, errors);
  const target = call.targetOf({ group: '', resource: 'pods' }, 'binding', name);
  return bindPod({ ...call, target: { ...target, mutate: async () => {}, validate: call.validate } });
};

function validate({ target }: Binding): FieldError[] {
  const { kind = 'Node', name = '' } = target;
  return [
    ...(kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...validateName(name, 'target.name'),
  ];
}

function validateName(name: string, field: string): FieldError[] {
  return name === '' ? [required(field)] : invalidEach(field, name, dnsSubdomain(name));
}

/** The bound pod. Throws 409 if a precondition of the binding does not hold. */
function bound(live: Pod, { metadata, target }: Binding, now: string): JsonObject {
  const { name = '', deletionTimestamp } = live.metadata;
  if (deletionTimestamp !== undefined)
    throw refused(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  const { nodeName } = live.spec;
  if (nodeName !== undefined) {
    throw refused(name, `pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`);
  }
  if ((live.spec.schedulingGates ?? []).length > 0) {
    throw refused(name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
  const pod = deepCopy(live);
  pod.spec.nodeName = target.name ?? '';
  const { annotations, labels, uid, resourceVersion } = metadata;
  if (annotations !== undefined) {
    pod.metadata.annotations = Object.assign(newObject(), pod.metadata.annotations, annotations);
  }
  if (labels !== undefined) pod.metadata.labels = Object.assign(newObject(), pod.metadata.labels, labels);
  if (uid !== undefined) pod.metadata.uid = uid;
  if (resourceVersion !== undefined) pod.metadata.resourceVersion = resourceVersion;
  pod.status = Object.assign(copyObject(pod.status), {
    conditions: setCondition(pod.status.conditions ?? [], { type: 'PodScheduled', status: 'True' }, now),
  });
  delete pod.status.nominatedNodeName;
  return pod;
}

function refused(name: string, text: string): StatusError {
  return conflict({ group: '', resource: 'pods/binding' }, name, text);
}
