import { exceptWindows, type Check, type CheckPod } from './check.js';
import { containersText, namesOf } from './texts.js';

const check: CheckPod = (pod) => {
  const names = namesOf(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

/** Every container must forbid privilege escalation, such as by set-user-ID programs. */
export const allowPrivilegeEscalation: Check = {
  id: 'allowPrivilegeEscalation',
  level: 'restricted',
  versions: [
    { since: 8, check },
    { since: 25, check: exceptWindows(check) },
  ],
};
