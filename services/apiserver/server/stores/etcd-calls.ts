import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ObserveCall } from '@pilothouse/storage/observed.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { resourceOfKey } from '../../registry/resource-of-key.js';

/** Reports etcd requests to metrics, by the resource of their key. */
export function etcdCalls(
  definitions: readonly ResourceDefinition[],
  { calledEtcd }: Pick<ServerMetrics, 'calledEtcd'>,
): ObserveCall {
  const resourceOf = resourceOfKey(definitions);
  return (operation, key, milliseconds) => {
    const resource = resourceOf(key);
    calledEtcd(operation, resource === undefined ? '' : qualifiedResource(resource), milliseconds / 1000);
  };
}
