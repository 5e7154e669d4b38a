import type { ResourceDefinition } from '../definition/definition.js';
import { controllerRevisions } from './controller-revisions.js';
import { daemonSets } from './daemon-sets.js';
import { deployments } from './deployments.js';
import { replicaSets } from './replica-sets.js';
import { statefulSets } from './stateful-sets.js';

/** The kinds of the group `apps`. */
export function appsKinds(): readonly ResourceDefinition[] {
  return [controllerRevisions, daemonSets, deployments, replicaSets, statefulSets];
}
