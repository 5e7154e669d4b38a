import type { Capabilities, PluginConfiguration, PluginDefinition, PluginHost } from '@pilothouse/admission/plugin.js';
import type { ServerPlugin } from './admission.js';

export interface PluginHostOptions extends Omit<PluginHost, 'configuration'>, Capabilities {
  /** The configuration of each plugin, by its name. */
  readonly configurations?: ReadonlyMap<string, PluginConfiguration>;
}

/** Makes the enabled plugins, in order. */
export async function madePlugins(
  definitions: readonly PluginDefinition[],
  { configurations, ...host }: PluginHostOptions,
): Promise<ServerPlugin[]> {
  const made = await Promise.all(
    definitions.map(async ({ name, create }) => create({ ...host, configuration: configurations?.get(name) })),
  );
  return made.filter((plugin) => plugin !== undefined);
}
