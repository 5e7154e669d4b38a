import { createHash } from 'node:crypto';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createObject } from '../registry/create.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import { NO_ADMISSION } from '../registry/write.js';
import type { Fault } from './find-faults.js';

export interface FaultEventOptions {
  readonly events: Resource;
  /** The kinds that events are about. */
  readonly services: Resource;
  readonly addresses: Resource;
  readonly signal: AbortSignal;
}

/** The component that Kubernetes names. */
const COMPONENT = 'ipallocator-repair-controller';

/** Publishes a fault as an event of its object. An equal event that is still stored suffices. */
export async function publishFault(options: FaultEventOptions, { about, reason, message }: Fault): Promise<void> {
  if (about === undefined) return;
  const { events, services, addresses, signal } = options;
  const subject = about.kind === 'Service' ? services : addresses;
  const { namespace, name } = about.holder;
  const { entry } = await subject.store.get(objectKey(subject.definition, namespace, name), { signal });
  const { uid = '', resourceVersion = '' } =
    entry === undefined ? {} : metadataOf(subject.stored.decodeMetadata(entry));
  // Events of cluster-scoped objects are in the default namespace.
  const home = namespace === '' ? 'default' : namespace;
  const time = timestamp(events.environment.now());
  const suffix = createHash('sha256').update(`${uid} ${reason} ${message}`).digest('hex').slice(0, 16);
  const event = Object.assign(newObject(), {
    kind: events.kind,
    apiVersion: events.apiVersion,
    metadata: { namespace: home, name: `${name}.${suffix}` },
    involvedObject: {
      apiVersion: subject.apiVersion,
      kind: subject.kind,
      ...(namespace !== '' && { namespace }),
      name,
      uid,
      resourceVersion,
    },
    type: 'Warning',
    reason,
    message,
    source: { component: COMPONENT },
    reportingComponent: COMPONENT,
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  });
  const write = { namespace: home, dryRun: false, signal, admission: NO_ADMISSION, manager: 'pilothouse' };
  await createObject(events, events.decode(event).value, write).catch((error: unknown) => {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
  });
}
