import { podNames, podSchema, type Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition, type SelectableField } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { subdomainName } from '../definition/names.js';
import { adoptAppArmorAnnotations } from './pod/app-armor.js';
import { podColumns } from './pod/columns.js';
import { setPodDefaults } from './pod/defaults.js';
import { dropDisabledFields } from './pod/disabled-fields.js';
import { mergeLabelKeys } from './pod/label-keys.js';
import { qosClassOf } from './pod/amounts.js';
import { isGated } from './pod/scheduling-gates.js';
import { podSubresources } from './pod/subresources.js';
import { POD_ERRORS } from './pod/error-order.js';
import { validateAnnotationUpdate } from './pod/validate-annotations.js';
import { validateNewPod, validateSpecOfPod } from './pod/validate-pod.js';
import { validatePodUpdate } from './pod/validate-update.js';
import { nameWarnings, podWarnings } from './pod/warnings.js';

/** The condition of a new pod with scheduling gates. */
const SCHEDULING_GATED = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
} as const;

/** The selectable fields of pods. */
const podFields: Readonly<Record<string, SelectableField<Pod>>> = {
  'spec.nodeName': { value: ({ spec }) => spec.nodeName ?? '' },
  'spec.restartPolicy': { value: ({ spec }) => spec.restartPolicy ?? '' },
  'spec.schedulerName': { value: ({ spec }) => spec.schedulerName ?? '' },
  'spec.serviceAccountName': { value: ({ spec }) => spec.serviceAccountName ?? '' },
  'spec.hostNetwork': { value: ({ spec }) => String(spec.hostNetwork ?? false) },
  'status.phase': { value: ({ status }) => status.phase ?? '' },
  'status.podIP': { value: ({ status: { podIP, podIPs } }) => podIPs?.[0]?.ip ?? podIP ?? '' },
  'status.nominatedNodeName': { value: ({ status }) => status.nominatedNodeName ?? '' },
};

export const pods: ResourceDefinition<Pod> = {
  group: '',
  versions: [{ name: 'v1', schema: podSchema }],
  ...podNames,
  verbs: ALL_VERBS,
  columns: podColumns,
  selectableFields: podFields,
  setDefaults: setPodDefaults,
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(pod) {
      pod.status = Object.assign(newObject(), { phase: 'Pending', qosClass: qosClassOf(pod.spec) });
      pod.metadata.generation = 1;
      dropDisabledFields(pod.spec);
      if (isGated(pod.spec)) {
        const lastTransitionTime = pod.metadata.creationTimestamp;
        const condition = { ...SCHEDULING_GATED, ...(lastTransitionTime && { lastTransitionTime }) };
        pod.status.conditions = [Object.assign(newObject(), condition)];
      }
      mergeLabelKeys(pod);
      adoptAppArmorAnnotations(pod);
    },
    prepareForUpdate(pod, old) {
      pod.status = old.status;
      dropDisabledFields(pod.spec, old.spec);
      countGeneration(pod, old, !deepEqual(pod.spec, old.spec));
    },
    resetFields: STATUS,
    errorOrder: POD_ERRORS,
    validate: (pod, old) => (old === undefined ? validateNewPod(pod) : validateChanged(pod, old)),
    // Pods are updated often, mostly by controllers.
    warnings: (pod, old) =>
      old === undefined ? [...nameWarnings(pod, "the Pod's hostname"), ...podWarnings(pod)] : [],
    createOnUpdate: false,
    deleteReturns: 'object',
    gracePeriod: graceOf,
  },
  subresources: podSubresources(),
};

/** An unchanged spec is not validated again. */
function validateChanged(pod: Pod, old: Pod): FieldError[] {
  const errors = validateAnnotationUpdate(pod.metadata.annotations, old.metadata.annotations, 'metadata.annotations');
  if (deepEqual(pod.spec, old.spec)) return errors;
  return [...errors, ...validateSpecOfPod(pod), ...validatePodUpdate(pod, old)];
}

/** A pod that is not bound, or has terminated, is deleted at once (Kubernetes' CheckGracefulDelete). */
function graceOf({ spec, status: { phase } }: Pod, wanted: number | undefined): number {
  if (spec.nodeName === undefined || phase === 'Failed' || phase === 'Succeeded') return 0;
  return wanted ?? Number(spec.terminationGracePeriodSeconds ?? 0);
}
