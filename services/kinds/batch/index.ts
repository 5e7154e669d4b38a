import type { ResourceDefinition } from '../definition/definition.js';
import { cronJobs } from './cron-jobs.js';
import { jobs } from './jobs.js';

/** The kinds of the group `batch`. */
export function batchKinds(): readonly ResourceDefinition[] {
  return [cronJobs, jobs];
}
