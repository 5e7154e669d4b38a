import type { SeccompProfile } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { CheckPod } from './check.js';
import { distinct, namesOf, quotedList, settersText } from './texts.js';

export const SECCOMP_REASON = 'seccompProfile';

/** Whether the profile restricts the system calls. */
export function isRestricting({ type }: SeccompProfile): boolean {
  return type === 'RuntimeDefault' || type === 'Localhost';
}

/** The violation of pods and containers that turn seccomp off. */
export const forbiddenSeccomp: CheckPod = (pod) => {
  const types: string[] = [];
  const isForbidden = (profile: SeccompProfile | undefined): boolean => {
    if (profile === undefined || isRestricting(profile)) return false;
    types.push(profile.type);
    return true;
  };
  const setters = settersText(
    isForbidden(pod.spec.securityContext?.seccompProfile),
    namesOf(pod, ({ securityContext }) => isForbidden(securityContext?.seccompProfile)),
  );
  if (setters === undefined) return undefined;
  const list = quotedList(distinct(types));
  return { reason: SECCOMP_REASON, detail: `${setters} must not set securityContext.seccompProfile.type to ${list}` };
};
