import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';

/** Whether an update leaves the specification as it is: a change of it increments the generation. */
export function isSameGeneration(pod: Pod, old: Pod): boolean {
  return pod.metadata.generation === old.metadata.generation;
}
