import {
  bindingSchema,
  podAttachOptionsSchema,
  podExecOptionsSchema,
  podLogOptionsSchema,
  podPortForwardOptionsSchema,
  podProxyOptionsSchema,
  podSpecSchema,
  type Pod,
  type PodStatus,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { evictionSchema } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { countGeneration } from '../../definition/count-generation.js';
import type { PartSubresource, ResourceDefinition } from '../../definition/definition.js';
import { withMembersOf } from '../../definition/copy-members.js';
import { optionsKind, proxied } from '../proxied.js';
import { bindPod } from '../pod-binding.js';
import { evictPod } from '../pod-eviction.js';
import { locateAttach, locateExec, locateLog, locatePod, locatePorts } from './connect.js';
import { dropDisabledStatus } from './disabled-fields.js';
import { resize } from './resize.js';
import { validateSpecOfPod } from './validate-pod.js';
import { validatePodStatus } from './validate-status.js';
import { validateEphemeralUpdate } from './validate-update.js';

/** The subresources of a pod. */
export function podSubresources(): ResourceDefinition<Pod>['subresources'] {
  return {
    status,
    ephemeralcontainers: ephemeralContainers,
    resize,
    binding: {
      type: 'action',
      verbs: ['create'],
      group: '',
      version: 'v1',
      kind: 'Binding',
      schema: bindingSchema,
      answers: 'status',
      perform: bindPod,
    },
    eviction: {
      type: 'action',
      verbs: ['create'],
      group: 'policy',
      version: 'v1',
      // Clients before Kubernetes 1.22 know only this version.
      formerVersions: ['v1beta1'],
      kind: 'Eviction',
      schema: evictionSchema,
      answers: 'status',
      perform: evictPod,
    },
    log: {
      type: 'connect',
      verbs: ['get'],
      mode: 'log',
      ...optionsKind('PodLogOptions', podLogOptionsSchema),
      locate: locateLog,
    },
    exec: { ...upgraded, ...optionsKind('PodExecOptions', podExecOptionsSchema), locate: locateExec },
    attach: { ...upgraded, ...optionsKind('PodAttachOptions', podAttachOptionsSchema), locate: locateAttach },
    portforward: {
      ...upgraded,
      ...optionsKind('PodPortForwardOptions', podPortForwardOptionsSchema),
      locate: locatePorts,
    },
    proxy: { ...proxied, ...optionsKind('PodProxyOptions', podProxyOptionsSchema), locate: locatePod },
  };
}

const upgraded = { type: 'connect', mode: 'upgrade', verbs: ['create', 'get'] } as const;

const status: PartSubresource<Pod> = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(pod, old) {
    pod.spec = old.spec;
    pod.metadata = withMembersOf(pod.metadata, old.metadata, ['ownerReferences']);
    if (pod.status.qosClass === undefined && old.status.qosClass !== undefined)
      pod.status.qosClass = old.status.qosClass;
    keepObservedGeneration(pod.status, old.status);
    dropDisabledStatus(pod.status, old.status);
  },
  resetFields: fieldPaths([['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']]),
  validate: validatePodStatus,
};

/** A client that does not know observedGeneration cannot clear it (preserveOldObservedGeneration). */
function keepObservedGeneration(status: PodStatus, old: PodStatus): void {
  const { observedGeneration = 0 } = old;
  if ((status.observedGeneration ?? 0) === 0 && observedGeneration !== 0)
    status.observedGeneration = observedGeneration;
  const former = new Map(
    (old.conditions ?? []).map((condition) => [condition.type, condition.observedGeneration ?? 0]),
  );
  for (const condition of status.conditions ?? []) {
    const before = former.get(condition.type) ?? 0;
    if ((condition.observedGeneration ?? 0) === 0 && before !== 0) condition.observedGeneration = before;
  }
}

const OTHER_FIELDS = podSpecSchema.fields.map(({ name }) => name).filter((name) => name !== 'ephemeralContainers');

const ephemeralContainers: PartSubresource<Pod> = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(pod, old) {
    pod.spec = withMembersOf(old.spec, pod.spec, ['ephemeralContainers']);
    pod.status = old.status;
    pod.metadata = withMembersOf(old.metadata, pod.metadata, ['managedFields', 'resourceVersion']);
    countGeneration(pod, old, !deepEqual(pod.spec, old.spec));
  },
  resetFields: fieldPaths([['status'], ['metadata'], ...OTHER_FIELDS.map((name) => ['spec', name])]),
  // Unchanged fields are not validated again.
  validate: (pod, old) =>
    deepEqual(pod.spec, old.spec) ? [] : [...validateEphemeralUpdate(pod, old), ...validateSpecOfPod(pod)],
};
