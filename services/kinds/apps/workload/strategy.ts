import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { dropDisabledFields } from '../../core/pod/disabled-fields.js';
import { POD_ERRORS } from '../../core/pod/error-order.js';
import { nameWarnings } from '../../core/pod/warnings.js';
import { countGeneration } from '../../definition/count-generation.js';
import type { Strategy } from '../../definition/definition.js';
import { STATUS } from '../../definition/reset.js';
import { subdomainName } from '../../definition/names.js';
import { workloadWarnings, type Workload } from './rules.js';

interface WorkloadObject extends JsonObject {
  metadata: ObjectMeta;
  spec: JsonObject & Workload;
  status: JsonObject;
}

/** The common strategy of kinds with a pod template. Initial status and validation are their own. */
export const workloadStrategy = {
  nameErrors: subdomainName,
  prepareForUpdate(object, old) {
    object.status = old.status;
    dropDisabledFields(object.spec.template.spec, old.spec.template.spec);
    countGeneration(object, old, !isSame(object.spec, old.spec));
  },
  resetFields: STATUS,
  errorOrder: POD_ERRORS,
  warnings: workloadWarnings,
  createOnUpdate: false,
  deleteReturns: 'status',
} satisfies Strategy<WorkloadObject>;

/** Resets the status of a new object, and sets its generation to 1. */
export function beginWorkload<Kind extends WorkloadObject>(object: Kind, status: Kind['status']): void {
  object.status = Object.assign(newObject(), status);
  dropDisabledFields(object.spec.template.spec);
  object.metadata.generation = 1;
}

/** Warnings for kinds whose pods are named after them. */
export function namedWorkloadWarnings(object: WorkloadObject, old: WorkloadObject | undefined): string[] {
  return [
    ...(old === undefined ? nameWarnings(object, 'Pod names and hostnames') : []),
    ...workloadWarnings(object, old),
  ];
}
