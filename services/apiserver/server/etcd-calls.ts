import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ObserveCall } from '@pilothouse/storage/observed.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { collectionPrefix, customCollection } from '../registry/keys.js';

/** Reports etcd requests to metrics, by the resource of their key. */
export function etcdCalls(
  definitions: readonly ResourceDefinition[],
  { calledEtcd }: Pick<ServerMetrics, 'calledEtcd'>,
): ObserveCall {
  const types = new Map<string, string>();
  for (const definition of definitions) {
    if (definition.storedAs === undefined) types.set(collectionPrefix(definition), qualifiedResource(definition));
  }
  return (operation, key, milliseconds) => calledEtcd(operation, typeOf(key, types), milliseconds / 1000);
}

/** The prefix of a resource is the first segment of the key, or the first two. */
function typeOf(key: string, types: ReadonlyMap<string, string>): string {
  const first = key.indexOf('/', 1) + 1;
  const second = key.indexOf('/', first) + 1;
  const builtIn = types.get(key.slice(0, first)) ?? types.get(key.slice(0, second));
  if (builtIn !== undefined) return builtIn;
  const custom = customCollection(key);
  return custom === undefined ? '' : qualifiedResource(custom);
}
