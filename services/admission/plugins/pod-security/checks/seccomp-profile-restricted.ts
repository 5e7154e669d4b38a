import { exceptWindows, type Check, type CheckPod } from './check.js';
import { seccompProfileBaseline } from './seccomp-profile-baseline.js';
import { forbiddenSeccomp, SECCOMP_REASON } from './seccomp-types.js';
import { containersText, namesOf } from './texts.js';

const check: CheckPod = (pod) => {
  const forbidden = forbiddenSeccomp(pod);
  if (forbidden !== undefined) return forbidden;
  if (pod.spec.securityContext?.seccompProfile !== undefined) return undefined;
  const names = namesOf(pod, ({ securityContext }) => securityContext?.seccompProfile === undefined);
  if (names.length === 0) return undefined;
  const wanted = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: SECCOMP_REASON, detail: `pod or ${containersText(names)} must set ${wanted}` };
};

/** The container, or else the pod, must have a seccomp profile. */
export const seccompProfileRestricted: Check = {
  id: 'seccompProfile_restricted',
  level: 'restricted',
  versions: [
    { since: 19, check, replaces: seccompProfileBaseline.id },
    { since: 25, check: exceptWindows(check), replaces: seccompProfileBaseline.id },
  ],
};
