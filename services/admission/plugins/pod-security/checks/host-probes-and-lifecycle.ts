import type { LifecycleHandler, Probe } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Check, CheckPod } from './check.js';
import { containersText, distinct, namesOf, plural, quotedList } from './texts.js';

const check: CheckPod = (pod) => {
  const used: string[] = [];
  const names = namesOf(pod, ({ livenessProbe, readinessProbe, startupProbe, lifecycle }) => {
    const before = used.length;
    for (const caller of [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]) {
      if (caller !== undefined) addHosts(used, caller);
    }
    return used.length > before;
  });
  if (names.length === 0) return undefined;
  const hosts = distinct(used);
  const verb = plural(names.length, 'uses', 'use');
  const what = plural(hosts.length, 'probe or lifecycle host');
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersText(distinct(names))} ${verb} ${what} ${quotedList(hosts)}`,
  };
};

function addHosts(hosts: string[], { httpGet, tcpSocket }: Probe | LifecycleHandler): void {
  for (const host of [httpGet?.host, tcpSocket?.host]) if (host !== undefined && host !== '') hosts.push(host);
}

/** Probes and handlers reach only the pod itself: kubelet sends them, and so could reach what the pod cannot. */
export const hostProbesAndLifecycle: Check = {
  id: 'hostProbesAndHostLifecycle',
  level: 'baseline',
  versions: [{ since: 34, check }],
};
