import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { NamespacedType } from './resource-type.js';

export function leases(domain: Domain): NamespacedType<Lease> {
  return { group: domain.group('coordination'), version: 'v1', resource: 'leases', kind: 'Lease', scope: 'Namespaced' };
}
