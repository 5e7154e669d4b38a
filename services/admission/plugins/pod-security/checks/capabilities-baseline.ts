import type { Check, CheckPod } from './check.js';
import { containersText, distinct, namesOf, quotedList } from './texts.js';

/** The capabilities that container runtimes give by default. */
const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

const check: CheckPod = (pod) => {
  const forbidden: string[] = [];
  const names = namesOf(pod, ({ securityContext }) => {
    const others = securityContext?.capabilities?.add?.filter((name) => !DEFAULT_CAPABILITIES.has(name)) ?? [];
    forbidden.push(...others);
    return others.length > 0;
  });
  if (names.length === 0) return undefined;
  const list = quotedList(distinct(forbidden));
  return {
    reason: 'non-default capabilities',
    detail: `${containersText(names)} must not include ${list} in securityContext.capabilities.add`,
  };
};

/** Containers cannot add capabilities beyond the default ones. */
export const capabilitiesBaseline: Check = {
  id: 'capabilities_baseline',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
