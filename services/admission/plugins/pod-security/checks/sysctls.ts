import type { Check, CheckPod, VersionedCheck } from './check.js';

/** Sysctls that affect only their pod, by the minor version that added them. */
const ALLOWED: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      'kernel.shm_rmid_forced',
      'net.ipv4.ip_local_port_range',
      'net.ipv4.tcp_syncookies',
      'net.ipv4.ping_group_range',
      'net.ipv4.ip_unprivileged_port_start',
    ],
  ],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      'net.ipv4.tcp_keepalive_time',
      'net.ipv4.tcp_fin_timeout',
      'net.ipv4.tcp_keepalive_intvl',
      'net.ipv4.tcp_keepalive_probes',
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
];

function checkOf(allowed: ReadonlySet<string>): CheckPod {
  return ({ spec: { securityContext } }) => {
    const others = securityContext?.sysctls?.filter(({ name }) => !allowed.has(name)) ?? [];
    if (others.length === 0) return undefined;
    return { reason: 'forbidden sysctls', detail: others.map(({ name }) => name).join(', ') };
  };
}

function versionOf(since: number): VersionedCheck {
  const names = ALLOWED.flatMap(([added, list]) => (added <= since ? list : []));
  return { since, check: checkOf(new Set(names)) };
}

/** Pods can set only sysctls that do not affect other pods and the node. */
export const sysctls: Check = {
  id: 'sysctls',
  level: 'baseline',
  versions: ALLOWED.map(([since]) => versionOf(since)),
};
