import type { PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { AnyContainer } from './checks/check.js';

/** Whether an update changes what the checks are about: the number of containers, their images, or a new ephemeral container. */
export function isSignificantUpdate(spec: PodSpec, old: PodSpec): boolean {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const { initContainers: oldInits = [], ephemeralContainers: oldEphemerals = [] } = old;
  return (
    areOthers(spec.containers, old.containers) ||
    areOthers(initContainers, oldInits) ||
    ephemeralContainers.some(({ name, image }) => {
      const former = oldEphemerals.find((each) => each.name === name);
      return former === undefined || former.image !== image;
    })
  );
}

function areOthers(containers: readonly AnyContainer[], old: readonly AnyContainer[]): boolean {
  return containers.length !== old.length || containers.some(({ image }, index) => image !== old[index]?.image);
}
