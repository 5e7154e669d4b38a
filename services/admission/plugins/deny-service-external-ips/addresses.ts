import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';

/** Whether the service has an external IP that the old one does not have. */
export function addsExternalIP({ spec }: Service, old: Service | undefined): boolean {
  const { externalIPs = [] } = spec;
  const known = old?.spec.externalIPs ?? [];
  return externalIPs.some((address) => !known.includes(address));
}
