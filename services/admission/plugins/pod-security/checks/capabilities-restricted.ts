import { capabilitiesBaseline } from './capabilities-baseline.js';
import { exceptWindows, type Check, type CheckPod } from './check.js';
import { containersText, distinct, namesOf, quotedList } from './texts.js';

const check: CheckPod = (pod) => {
  const keeping = namesOf(pod, ({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
  const forbidden: string[] = [];
  const adding = namesOf(pod, ({ securityContext }) => {
    const others = securityContext?.capabilities?.add?.filter((name) => name !== 'NET_BIND_SERVICE') ?? [];
    forbidden.push(...others);
    return others.length > 0;
  });
  if (keeping.length === 0 && adding.length === 0) return undefined;
  const details: string[] = [];
  if (keeping.length > 0) details.push(`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`);
  if (adding.length > 0) {
    const list = quotedList(distinct(forbidden));
    details.push(`${containersText(adding)} must not include ${list} in securityContext.capabilities.add`);
  }
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

/** Every container must drop all capabilities, and can add only the one for privileged ports. */
export const capabilitiesRestricted: Check = {
  id: 'capabilities_restricted',
  level: 'restricted',
  versions: [
    { since: 22, check, replaces: capabilitiesBaseline.id },
    { since: 25, check: exceptWindows(check), replaces: capabilitiesBaseline.id },
  ],
};
