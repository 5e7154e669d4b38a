import type { Check, CheckPod } from './check.js';
import { containersText, distinct, namesOf, plural } from './texts.js';

const check: CheckPod = (pod) => {
  const used: string[] = [];
  const names = namesOf(pod, ({ ports }) => {
    const own = ports?.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)])) ?? [];
    used.push(...own);
    return own.length > 0;
  });
  if (names.length === 0) return undefined;
  const ports = distinct(used);
  const verb = plural(names.length, 'uses', 'use');
  return {
    reason: 'hostPort',
    detail: `${containersText(names)} ${verb} ${plural(ports.length, 'hostPort')} ${ports.join(', ')}`,
  };
};

/** Containers cannot listen at ports of the host. */
export const hostPorts: Check = {
  id: 'hostPorts',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
