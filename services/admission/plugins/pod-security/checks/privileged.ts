import type { Check, CheckPod } from './check.js';
import { containersText, namesOf } from './texts.js';

const check: CheckPod = (pod) => {
  const names = namesOf(pod, ({ securityContext }) => securityContext?.privileged === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

/** Containers cannot be privileged. */
export const privileged: Check = { id: 'privileged', level: 'baseline', versions: [{ since: 0, check }] };
