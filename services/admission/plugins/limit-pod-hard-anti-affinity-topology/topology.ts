import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** Why the required anti-affinity of the pod is refused; undefined if it uses the host name only. */
export function topologyProblem({ spec }: Pod): string | undefined {
  const terms = spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const other = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME);
  if (other === undefined) return undefined;
  return `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey} but only key ${HOSTNAME} is allowed`;
}
