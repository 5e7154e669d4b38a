import { exceptUserNamespaces, type Check, type CheckPod } from './check.js';
import { containersText, distinct, namesOf, quotedList } from './texts.js';

const check: CheckPod = (pod) => {
  const types: string[] = [];
  const names = namesOf(pod, ({ securityContext }) => {
    const type = securityContext?.procMount;
    if (type === undefined || type === 'Default') return false;
    types.push(type);
    return true;
  });
  if (names.length === 0) return undefined;
  const list = quotedList(distinct(types));
  return { reason: 'procMount', detail: `${containersText(names)} must not set securityContext.procMount to ${list}` };
};

/** Containers keep the masks of `/proc`. */
export const procMountBaseline: Check = {
  id: 'procMount',
  level: 'baseline',
  versions: [
    { since: 0, check },
    { since: 35, check: exceptUserNamespaces(check) },
  ],
};

/** The same without the exception for user namespaces. */
export const procMountRestricted: Check = {
  id: 'procMount_restricted',
  level: 'restricted',
  versions: [{ since: 35, check, replaces: procMountBaseline.id }],
};
