// Generated from proto/batch/v1/cron_job.proto, proto/batch/v1/job.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, int64, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { objectReferenceSchema, podTemplateSpecSchema, type ObjectReference, type PodTemplateSpec } from '../core/v1.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** CronJob creates Jobs by a schedule. */
export type CronJob = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the CronJob, with its schedule. */
  spec: CronJobSpec;
  /** Current status of the CronJob. Read-only. */
  status: CronJobStatus;
};

export const cronJobSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.CronJob',
  description: 'CronJob creates Jobs by a schedule.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the CronJob, with its schedule.', schema: () => cronJobSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the CronJob. Read-only.', schema: () => cronJobStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const cronJobNames: ResourceNames = { resource: 'cronjobs', singular: 'cronjob', kind: 'CronJob', shortNames: ['cj'], categories: ['all'], scope: 'Namespaced' };

/** CronJobSpec is the specification of a CronJob. */
export type CronJobSpec = {
  /** Schedule in the form of cron: minute, hour, day of the month, month and day of the week, or a name such as `@daily`, or an interval such as `@every 1h`. */
  schedule: string;
  /** Name of the time zone of the schedule, as in the IANA database, such as `Europe/Berlin`. Defaults to the time zone of the controller. */
  timeZone?: string;
  /** Seconds after its time within which a missed Job can still start. A Job that misses it counts as failed. */
  startingDeadlineSeconds?: Int64;
  /** What happens if the previous Job still runs: `Allow` starts another one; `Forbid` omits the new one; `Replace` replaces the previous one. Defaults to `Allow`. */
  concurrencyPolicy?: string;
  /** Whether further Jobs are suspended. Jobs that have started are not affected. Defaults to false. */
  suspend?: boolean;
  /** Template of the Jobs. */
  jobTemplate: JobTemplateSpec;
  /** Number of successful Jobs to keep. Defaults to 3. */
  successfulJobsHistoryLimit?: number;
  /** Number of failed Jobs to keep. Defaults to 1. */
  failedJobsHistoryLimit?: number;
};

const cronJobSpecConcurrencyPolicy: Schema = { type: 'string', enum: ['Allow', 'Forbid', 'Replace'] };

export const cronJobSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.CronJobSpec',
  description: 'CronJobSpec is the specification of a CronJob.',
  atomic: false,
  fields: [
    { name: 'schedule', number: 1, description: 'Schedule in the form of cron: minute, hour, day of the month, month and day of the week, or a name such as `@daily`, or an interval such as `@every 1h`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'timeZone', number: 8, description: 'Name of the time zone of the schedule, as in the IANA database, such as `Europe/Berlin`. Defaults to the time zone of the controller.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'startingDeadlineSeconds', number: 2, description: 'Seconds after its time within which a missed Job can still start. A Job that misses it counts as failed.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'concurrencyPolicy', number: 3, description: 'What happens if the previous Job still runs: `Allow` starts another one; `Forbid` omits the new one; `Replace` replaces the previous one. Defaults to `Allow`.', schema: () => cronJobSpecConcurrencyPolicy, presence: 'implicit', required: false, immutable: false, default: '"Allow"' },
    { name: 'suspend', number: 4, description: 'Whether further Jobs are suspended. Jobs that have started are not affected. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'jobTemplate', number: 5, description: 'Template of the Jobs.', schema: () => jobTemplateSpecSchema, presence: 'always', required: true, immutable: false, changeable: true },
    { name: 'successfulJobsHistoryLimit', number: 6, description: 'Number of successful Jobs to keep. Defaults to 3.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '3' },
    { name: 'failedJobsHistoryLimit', number: 7, description: 'Number of failed Jobs to keep. Defaults to 1.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '1' },
  ],
};

/** JobTemplateSpec describes the Jobs of a template. */
export type JobTemplateSpec = {
  /** Standard metadata of the Jobs. */
  metadata: ObjectMeta;
  /** Desired behavior of the Jobs. */
  spec: JobSpec;
};

export const jobTemplateSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.JobTemplateSpec',
  description: 'JobTemplateSpec describes the Jobs of a template.',
  atomic: false,
  fields: [
    { name: 'metadata', number: 1, description: 'Standard metadata of the Jobs.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the Jobs.', schema: () => jobSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** CronJobStatus is the current state of a CronJob. */
export type CronJobStatus = {
  /** References to the Jobs that run now. */
  active?: ObjectReference[];
  /** Time at which a Job was last scheduled. */
  lastScheduleTime?: string;
  /** Time at which a Job last completed successfully. */
  lastSuccessfulTime?: string;
};

const cronJobStatusActive: ListSchema = { type: 'list', items: () => objectReferenceSchema, listType: 'atomic', keys: [] };

export const cronJobStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.CronJobStatus',
  description: 'CronJobStatus is the current state of a CronJob.',
  atomic: false,
  fields: [
    { name: 'active', number: 1, description: 'References to the Jobs that run now.', schema: () => cronJobStatusActive, presence: 'implicit', required: false, immutable: false },
    { name: 'lastScheduleTime', number: 4, description: 'Time at which a Job was last scheduled.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastSuccessfulTime', number: 5, description: 'Time at which a Job last completed successfully.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** CronJobList is a list of CronJobs. */
export type CronJobList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CronJobs. */
  items: CronJob[];
};

const cronJobListItems: ListSchema = { type: 'list', items: () => cronJobSchema, listType: 'atomic', keys: [] };

export const cronJobListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.CronJobList',
  description: 'CronJobList is a list of CronJobs.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CronJobs.', schema: () => cronJobListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Job runs pods until a number of them has succeeded. */
export type Job = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the Job. */
  spec: JobSpec;
  /** Current status of the Job. Read-only. */
  status: JobStatus;
};

export const jobSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.Job',
  description: 'Job runs pods until a number of them has succeeded.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the Job.', schema: () => jobSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the Job. Read-only.', schema: () => jobStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const jobNames: ResourceNames = { resource: 'jobs', singular: 'job', kind: 'Job', shortNames: [], categories: ['all'], scope: 'Namespaced' };

/** JobSpec is the specification of a Job. */
export type JobSpec = {
  /** Maximum number of pods that run at the same time. Fewer run once less work is left. Defaults to 1. */
  parallelism?: number;
  /** Number of pods that must succeed. Without it, the success of any pod completes the Job, and `parallelism` can be any number. Defaults to 1 if `parallelism` is not set. Immutable, except together with `parallelism` in a Job with the completion mode `Indexed`. */
  completions?: number;
  /** Seconds, relative to the start, for which the Job can be active before it fails. The time restarts when a suspended Job is resumed. */
  activeDeadlineSeconds?: Int64;
  /** Policy for failed pods: each rule names an action, and the first rule that matches is applied. Without a matching rule, the failure counts towards `backoffLimit`. Requires the restart policy `Never`. Immutable. */
  podFailurePolicy?: PodFailurePolicy;
  /** Policy that declares the Job successful before all indexes have succeeded. The remaining pods are then terminated. Requires the completion mode `Indexed`. Immutable. */
  successPolicy?: SuccessPolicy;
  /** Number of retries before the Job fails. Defaults to 6; to 2147483647 if `backoffLimitPerIndex` is set. */
  backoffLimit?: number;
  /** Number of retries of an index before the index fails. Requires the completion mode `Indexed`. Immutable. */
  backoffLimitPerIndex?: number;
  /** Maximum number of failed indexes before the Job fails. Without it, all indexes are run. Requires `backoffLimitPerIndex`. At most 100000, and at most 10000 with more than 100000 completions. */
  maxFailedIndexes?: number;
  /** Label query over the pods. The server sets it, unless `manualSelector` is true. Immutable. */
  selector?: LabelSelector;
  /** Whether the client sets `selector` and the labels of the pods. Otherwise the server sets labels that are unique to the Job. A selector that matches the pods of other Jobs makes these Jobs fail. Defaults to false. */
  manualSelector?: boolean;
  /** Template of the pods. The only allowed restart policies are `Never` and `OnFailure`. */
  template: PodTemplateSpec;
  /** Seconds after its end at which the Job can be deleted automatically. 0 allows it at once. Without it, the Job is kept. */
  ttlSecondsAfterFinished?: number;
  /** How completions are counted: `NonIndexed`, where all pods are alike, or `Indexed`, where each pod has an index from 0 to `completions` - 1 in its host name and in the annotation `batch.kubernetes.io/job-completion-index`, and one pod must succeed for each index. Defaults to `NonIndexed`. Immutable. */
  completionMode?: string;
  /** Whether the Job is suspended: no pods are created, and active ones are deleted. Defaults to false. */
  suspend?: boolean;
  /** When a pod is replaced: `TerminatingOrFailed`, as soon as it is being deleted or has failed, or `Failed`, once it has ended. Defaults to `TerminatingOrFailed`; to `Failed`, the only allowed value, if `podFailurePolicy` is set. */
  podReplacementPolicy?: string;
  /** Name of the controller of the Job, as a path with a domain, such as `example.com/controller`, of at most 63 characters. Without it, or with `kubernetes.io/job-controller`, it is the Job controller of Kubernetes. Immutable. */
  managedBy?: string;
};

const jobSpecCompletionMode: Schema = { type: 'string', enum: ['NonIndexed', 'Indexed'] };

const jobSpecPodReplacementPolicy: Schema = { type: 'string', enum: ['Failed', 'TerminatingOrFailed'] };

export const jobSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.JobSpec',
  description: 'JobSpec is the specification of a Job.',
  atomic: false,
  fields: [
    { name: 'parallelism', number: 1, description: 'Maximum number of pods that run at the same time. Fewer run once less work is left. Defaults to 1.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'completions', number: 2, description: 'Number of pods that must succeed. Without it, the success of any pod completes the Job, and `parallelism` can be any number. Defaults to 1 if `parallelism` is not set. Immutable, except together with `parallelism` in a Job with the completion mode `Indexed`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'activeDeadlineSeconds', number: 3, description: 'Seconds, relative to the start, for which the Job can be active before it fails. The time restarts when a suspended Job is resumed.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'podFailurePolicy', number: 11, description: 'Policy for failed pods: each rule names an action, and the first rule that matches is applied. Without a matching rule, the failure counts towards `backoffLimit`. Requires the restart policy `Never`. Immutable.', schema: () => podFailurePolicySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'successPolicy', number: 16, description: 'Policy that declares the Job successful before all indexes have succeeded. The remaining pods are then terminated. Requires the completion mode `Indexed`. Immutable.', schema: () => successPolicySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'backoffLimit', number: 7, description: 'Number of retries before the Job fails. Defaults to 6; to 2147483647 if `backoffLimitPerIndex` is set.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'backoffLimitPerIndex', number: 12, description: 'Number of retries of an index before the index fails. Requires the completion mode `Indexed`. Immutable.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'maxFailedIndexes', number: 13, description: 'Maximum number of failed indexes before the Job fails. Without it, all indexes are run. Requires `backoffLimitPerIndex`. At most 100000, and at most 10000 with more than 100000 completions.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'selector', number: 4, description: 'Label query over the pods. The server sets it, unless `manualSelector` is true. Immutable.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'manualSelector', number: 5, description: 'Whether the client sets `selector` and the labels of the pods. Otherwise the server sets labels that are unique to the Job. A selector that matches the pods of other Jobs makes these Jobs fail. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'template', number: 6, description: 'Template of the pods. The only allowed restart policies are `Never` and `OnFailure`.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false, changeable: true },
    { name: 'ttlSecondsAfterFinished', number: 8, description: 'Seconds after its end at which the Job can be deleted automatically. 0 allows it at once. Without it, the Job is kept.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'completionMode', number: 9, description: 'How completions are counted: `NonIndexed`, where all pods are alike, or `Indexed`, where each pod has an index from 0 to `completions` - 1 in its host name and in the annotation `batch.kubernetes.io/job-completion-index`, and one pod must succeed for each index. Defaults to `NonIndexed`. Immutable.', schema: () => jobSpecCompletionMode, presence: 'explicit', required: false, immutable: false },
    { name: 'suspend', number: 10, description: 'Whether the Job is suspended: no pods are created, and active ones are deleted. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'podReplacementPolicy', number: 14, description: 'When a pod is replaced: `TerminatingOrFailed`, as soon as it is being deleted or has failed, or `Failed`, once it has ended. Defaults to `TerminatingOrFailed`; to `Failed`, the only allowed value, if `podFailurePolicy` is set.', schema: () => jobSpecPodReplacementPolicy, presence: 'explicit', required: false, immutable: false },
    { name: 'managedBy', number: 15, description: 'Name of the controller of the Job, as a path with a domain, such as `example.com/controller`, of at most 63 characters. Without it, or with `kubernetes.io/job-controller`, it is the Job controller of Kubernetes. Immutable.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodFailurePolicy describes how failed pods influence `backoffLimit`. */
export type PodFailurePolicy = {
  /** Rules, which are evaluated in order. The first one that matches a failed pod is applied, and the others are ignored. At most 20. */
  rules: PodFailurePolicyRule[];
};

const podFailurePolicyRules: ListSchema = { type: 'list', items: () => podFailurePolicyRuleSchema, listType: 'atomic', keys: [] };

export const podFailurePolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.PodFailurePolicy',
  description: 'PodFailurePolicy describes how failed pods influence `backoffLimit`.',
  atomic: false,
  fields: [
    { name: 'rules', number: 1, description: 'Rules, which are evaluated in order. The first one that matches a failed pod is applied, and the others are ignored. At most 20.', schema: () => podFailurePolicyRules, presence: 'always', required: false, immutable: false },
  ],
};

/** PodFailurePolicyRule describes what happens to a failed pod that matches. Exactly one of `onExitCodes` and `onPodConditions` must be set. */
export type PodFailurePolicyRule = {
  /** Action for a failed pod that matches: `FailJob` fails the Job and terminates its pods; `FailIndex` fails the index of the pod; `Ignore` replaces the pod without counting it; `Count` counts it towards `backoffLimit`. */
  action: string;
  /** Requirement on the exit codes of containers. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Patterns of pod conditions. One that matches is enough. At most 20. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
};

const podFailurePolicyRuleAction: Schema = { type: 'string', enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'] };

const podFailurePolicyRuleOnPodConditions: ListSchema = { type: 'list', items: () => podFailurePolicyOnPodConditionsPatternSchema, listType: 'atomic', keys: [] };

export const podFailurePolicyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.PodFailurePolicyRule',
  description: 'PodFailurePolicyRule describes what happens to a failed pod that matches. Exactly one of `onExitCodes` and `onPodConditions` must be set.',
  atomic: false,
  fields: [
    { name: 'action', number: 1, description: 'Action for a failed pod that matches: `FailJob` fails the Job and terminates its pods; `FailIndex` fails the index of the pod; `Ignore` replaces the pod without counting it; `Count` counts it towards `backoffLimit`.', schema: () => podFailurePolicyRuleAction, presence: 'always', required: true, immutable: false },
    { name: 'onExitCodes', number: 2, description: 'Requirement on the exit codes of containers.', schema: () => podFailurePolicyOnExitCodesRequirementSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'onPodConditions', number: 3, description: 'Patterns of pod conditions. One that matches is enough. At most 20.', schema: () => podFailurePolicyRuleOnPodConditions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PodFailurePolicyOnExitCodesRequirement is a requirement on the exit codes of the containers of a failed pod. */
export type PodFailurePolicyOnExitCodesRequirement = {
  /** Name of the container. Without it, all containers and init containers are considered. */
  containerName?: string;
  /** Relation between the exit codes and `values`: `In`, if at least one container failed with one of the values, or `NotIn`, if at least one failed with another value. */
  operator: string;
  /** Exit codes, without duplicates and in increasing order, 1 to 255 of them. 0 is not allowed for the operator `In`. */
  values: number[];
};

const podFailurePolicyOnExitCodesRequirementOperator: Schema = { type: 'string', enum: ['In', 'NotIn'] };

const podFailurePolicyOnExitCodesRequirementValues: ListSchema = { type: 'list', items: () => int32, listType: 'set', keys: [] };

export const podFailurePolicyOnExitCodesRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement',
  description: 'PodFailurePolicyOnExitCodesRequirement is a requirement on the exit codes of the containers of a failed pod.',
  atomic: false,
  fields: [
    { name: 'containerName', number: 1, description: 'Name of the container. Without it, all containers and init containers are considered.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'operator', number: 2, description: 'Relation between the exit codes and `values`: `In`, if at least one container failed with one of the values, or `NotIn`, if at least one failed with another value.', schema: () => podFailurePolicyOnExitCodesRequirementOperator, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'Exit codes, without duplicates and in increasing order, 1 to 255 of them. 0 is not allowed for the operator `In`.', schema: () => podFailurePolicyOnExitCodesRequirementValues, presence: 'always', required: true, immutable: false },
  ],
};

/** PodFailurePolicyOnPodConditionsPattern is a pattern of a condition of a failed pod. */
export type PodFailurePolicyOnPodConditionsPattern = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition. Defaults to `True`. */
  status: string;
};

const podFailurePolicyOnPodConditionsPatternStatus: Schema = { type: 'string', enum: ['False', 'True', 'Unknown'] };

export const podFailurePolicyOnPodConditionsPatternSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern',
  description: 'PodFailurePolicyOnPodConditionsPattern is a pattern of a condition of a failed pod.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition. Defaults to `True`.', schema: () => podFailurePolicyOnPodConditionsPatternStatus, presence: 'always', required: false, immutable: false, default: '"True"' },
  ],
};

/** SuccessPolicy describes when a Job is declared successful because some of its indexes have succeeded. */
export type SuccessPolicy = {
  /** Rules, which are evaluated in order. The first one that is met declares success, and the others are ignored. 1 to 20 rules. */
  rules: SuccessPolicyRule[];
};

const successPolicyRules: ListSchema = { type: 'list', items: () => successPolicyRuleSchema, listType: 'atomic', keys: [] };

export const successPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.SuccessPolicy',
  description: 'SuccessPolicy describes when a Job is declared successful because some of its indexes have succeeded.',
  atomic: false,
  fields: [
    { name: 'rules', number: 1, description: 'Rules, which are evaluated in order. The first one that is met declares success, and the others are ignored. 1 to 20 rules.', schema: () => successPolicyRules, presence: 'always', required: true, immutable: false },
  ],
};

/** SuccessPolicyRule is a rule for the success of a Job. At least one of its fields must be set. */
export type SuccessPolicyRule = {
  /** Indexes that must have succeeded: numbers and ranges with commas between, in increasing order, such as `1,3-5,7`. With `succeededCount`, only that many of them. */
  succeededIndexes?: string;
  /** Number of indexes that must have succeeded: of `succeededIndexes` if set, otherwise of all. At most the number of these indexes. */
  succeededCount?: number;
};

export const successPolicyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.SuccessPolicyRule',
  description: 'SuccessPolicyRule is a rule for the success of a Job. At least one of its fields must be set.',
  atomic: false,
  fields: [
    { name: 'succeededIndexes', number: 1, description: 'Indexes that must have succeeded: numbers and ranges with commas between, in increasing order, such as `1,3-5,7`. With `succeededCount`, only that many of them.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'succeededCount', number: 2, description: 'Number of indexes that must have succeeded: of `succeededIndexes` if set, otherwise of all. At most the number of these indexes.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** JobStatus is the current state of a Job. */
export type JobStatus = {
  /** Current conditions of the Job. A Job that has ended has the condition `Complete` or `Failed`; a suspended one has the condition `Suspended`. */
  conditions?: JobCondition[];
  /** Time at which the controller first processed the Job. Reset when a suspended Job is resumed. */
  startTime?: string;
  /** Time at which the Job completed. Set only for a successful Job, and then not changed. */
  completionTime?: string;
  /** Number of pods that are pending or running and not terminating. */
  active?: number;
  /** Number of pods with the phase `Succeeded`. */
  succeeded?: number;
  /** Number of pods with the phase `Failed`. */
  failed?: number;
  /** Number of pods that are terminating and have not ended. */
  terminating?: number;
  /** Completed indexes of a Job with the completion mode `Indexed`: numbers and ranges with commas between, in increasing order, such as `1,3-5,7`. */
  completedIndexes?: string;
  /** Failed indexes of a Job with `backoffLimitPerIndex`, in the form of `completedIndexes`. Contains no completed index. */
  failedIndexes?: string;
  /** UIDs of pods that have ended and are not yet counted in `succeeded` and `failed`. The controller removes the finalizers of such pods and then counts them. */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /** Number of active pods with the condition `Ready`. */
  ready?: number;
};

const jobStatusConditions: ListSchema = { type: 'list', items: () => jobConditionSchema, listType: 'atomic', keys: [] };

export const jobStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.JobStatus',
  description: 'JobStatus is the current state of a Job.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Current conditions of the Job. A Job that has ended has the condition `Complete` or `Failed`; a suspended one has the condition `Suspended`.', schema: () => jobStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'startTime', number: 2, description: 'Time at which the controller first processed the Job. Reset when a suspended Job is resumed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'completionTime', number: 3, description: 'Time at which the Job completed. Set only for a successful Job, and then not changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'active', number: 4, description: 'Number of pods that are pending or running and not terminating.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'succeeded', number: 5, description: 'Number of pods with the phase `Succeeded`.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'failed', number: 6, description: 'Number of pods with the phase `Failed`.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'terminating', number: 11, description: 'Number of pods that are terminating and have not ended.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'completedIndexes', number: 7, description: 'Completed indexes of a Job with the completion mode `Indexed`: numbers and ranges with commas between, in increasing order, such as `1,3-5,7`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'failedIndexes', number: 10, description: 'Failed indexes of a Job with `backoffLimitPerIndex`, in the form of `completedIndexes`. Contains no completed index.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'uncountedTerminatedPods', number: 8, description: 'UIDs of pods that have ended and are not yet counted in `succeeded` and `failed`. The controller removes the finalizers of such pods and then counts them.', schema: () => uncountedTerminatedPodsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ready', number: 9, description: 'Number of active pods with the condition `Ready`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** JobCondition is one observation of the state of a Job. */
export type JobCondition = {
  /** Type of the condition: `Complete`, `Failed`, `Suspended`, `FailureTarget` or `SuccessCriteriaMet`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last check. */
  lastProbeTime?: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
};

export const jobConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.JobCondition',
  description: 'JobCondition is one observation of the state of a Job.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition: `Complete`, `Failed`, `Suspended`, `FailureTarget` or `SuccessCriteriaMet`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastProbeTime', number: 3, description: 'Time of the last check.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details of the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** UncountedTerminatedPods holds UIDs of pods that have ended and are not yet counted in the status of the Job. */
export type UncountedTerminatedPods = {
  /** UIDs of pods that have succeeded. */
  succeeded?: string[];
  /** UIDs of pods that have failed. */
  failed?: string[];
};

const uncountedTerminatedPodsSucceeded: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const uncountedTerminatedPodsFailed: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

export const uncountedTerminatedPodsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.UncountedTerminatedPods',
  description: 'UncountedTerminatedPods holds UIDs of pods that have ended and are not yet counted in the status of the Job.',
  atomic: false,
  fields: [
    { name: 'succeeded', number: 1, description: 'UIDs of pods that have succeeded.', schema: () => uncountedTerminatedPodsSucceeded, presence: 'implicit', required: false, immutable: false },
    { name: 'failed', number: 2, description: 'UIDs of pods that have failed.', schema: () => uncountedTerminatedPodsFailed, presence: 'implicit', required: false, immutable: false },
  ],
};

/** JobList is a list of Jobs. */
export type JobList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Jobs. */
  items: Job[];
};

const jobListItems: ListSchema = { type: 'list', items: () => jobSchema, listType: 'atomic', keys: [] };

export const jobListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.batch.v1.JobList',
  description: 'JobList is a list of Jobs.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Jobs.', schema: () => jobListItems, presence: 'always', required: true, immutable: false },
  ],
};
