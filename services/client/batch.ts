// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { CronJob, Job } from '@pilothouse/apimachinery/generated/batch/v1.js';
import type { NamespacedType, PartType } from './resource-type.js';

/** CronJob creates Jobs by a schedule. */
export const cronJobs: NamespacedType<CronJob, { readonly status: PartType }> = {
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  resource: 'cronjobs',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** Job runs pods until a number of them has succeeded. */
export const jobs: NamespacedType<Job, { readonly status: PartType }> = {
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  resource: 'jobs',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};
