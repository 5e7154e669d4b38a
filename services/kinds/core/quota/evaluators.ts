import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import { claimEvaluator } from './claims.js';
import { deviceClaimEvaluator, type ClaimSurroundings } from './device-claims.js';
import { countEvaluator, type Evaluator } from './evaluator.js';
import { podEvaluator } from './pods.js';
import { serviceEvaluator } from './services.js';

/** Evaluators of core resources that measure more than a number. */
const MEASURED: Readonly<Record<string, Evaluator>> = {
  persistentvolumeclaims: claimEvaluator,
  pods: podEvaluator,
  services: serviceEvaluator,
};

/** Core resources whose number also counts under the name of the resource. */
const FORMERLY_COUNTED: readonly string[] = ['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'];

/** The evaluator of a resource; undefined for events, which are not counted. Only that of claims for devices has surroundings. */
export function evaluatorOf({ group, resource }: GroupResource, around?: ClaimSurroundings): Evaluator | undefined {
  if (resource === 'events' && (group === '' || group.startsWith('events.'))) return undefined;
  if (isDeviceClaim({ group, resource })) return deviceClaimEvaluator(group, around);
  if (group !== '') return countEvaluator({ group, resource });
  if (Object.hasOwn(MEASURED, resource)) return MEASURED[resource];
  return countEvaluator({ group, resource }, FORMERLY_COUNTED.includes(resource) ? resource : undefined);
}

/** Whether the resource is that of claims for devices. */
export function isDeviceClaim({ group, resource }: GroupResource): boolean {
  return resource === 'resourceclaims' && group.startsWith('resource.');
}
