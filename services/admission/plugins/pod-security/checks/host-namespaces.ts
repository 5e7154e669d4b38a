import type { Check, CheckPod } from './check.js';

const NAMESPACES = ['hostNetwork', 'hostPID', 'hostIPC'] as const;

const check: CheckPod = ({ spec }) => {
  const shared = NAMESPACES.filter((name) => spec[name] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') };
};

/** Pods cannot share the host's network, processes and IPC. */
export const hostNamespaces: Check = {
  id: 'hostNamespaces',
  level: 'baseline',
  versions: [{ since: 0, check }],
};
