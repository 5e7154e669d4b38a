import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import type { ClusterType } from './resource-type.js';

export function priorityClasses(domain: Domain): ClusterType<PriorityClass> {
  return {
    group: domain.group('scheduling'),
    version: 'v1',
    resource: 'priorityclasses',
    kind: 'PriorityClass',
    scope: 'Cluster',
  };
}
