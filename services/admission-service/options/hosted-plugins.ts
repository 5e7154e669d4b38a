import { PLUGINS } from '@pilothouse/admission/catalog.js';
import type { PluginDefinition } from '@pilothouse/admission/plugin.js';

/** A plugin that needs no capability of the API server. */
export type HostedPlugin = PluginDefinition<never>;

/** The plugins that can run in the service, in the order in which they run. */
export const HOSTED_PLUGINS: readonly HostedPlugin[] = PLUGINS.filter(isHosted);

function isHosted(plugin: PluginDefinition): plugin is HostedPlugin {
  return (plugin.needs ?? []).length === 0 && plugin.isMandatory !== true;
}

/** The names of the plugins that run without `--plugins`; Policy only with a file. */
export const USUAL_PLUGINS: readonly string[] = ['ServiceAccount', 'Priority', 'DefaultTolerationSeconds', 'Policy'];
