import type { Capabilities } from '@pilothouse/admission/capabilities.js';
import type {
  PluginConfiguration,
  PluginDefinition,
  PluginHost,
  AdmissionPlugin,
} from '@pilothouse/admission/plugin.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Store } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import type { ResourceLookup } from './resource-lookup.js';
import { statusChange } from './status-change.js';

export interface PluginHostOptions extends Omit<PluginHost, 'configuration'>, Capabilities {
  /** The configuration of each plugin, by its name. */
  readonly configurations: ReadonlyMap<string, PluginConfiguration>;
}

/** Makes the enabled plugins, in order. Rejects for an invalid configuration. */
export async function madePlugins(
  definitions: readonly PluginDefinition[],
  { configurations, ...host }: PluginHostOptions,
): Promise<AdmissionPlugin[]> {
  const made = await Promise.all(
    definitions.map(async ({ name, create }) => create({ ...host, configuration: configurations.get(name) })),
  );
  return made.filter((plugin) => plugin !== undefined);
}

export interface StoreCapabilitiesOptions {
  readonly resourceOf: ResourceLookup;
  readonly storeOf: (definition: ResourceDefinition) => Store;
}

/** The capabilities that need the store. */
export function storeCapabilities({
  resourceOf,
  storeOf,
}: StoreCapabilitiesOptions): Pick<Capabilities, 'unchanged' | 'changeStatus'> {
  return {
    unchanged(type, object, created) {
      const { definition } = resourceOf(type);
      if (storeOf(definition) !== storeOf(resourceOf(created).definition)) return undefined;
      const { namespace = '', name = '', resourceVersion } = metadataOf(object as JsonObject);
      return { key: objectKey(definition, namespace, name), revision: Number(resourceVersion) };
    },
    changeStatus: statusChange({ resourceOf, storeOf }),
  };
}
