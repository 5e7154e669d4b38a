import { PLUGINS } from './catalog.js';
import type { PluginDefinition } from './plugin.js';

/** A plugin that needs no capability of the API server. */
export type HostedPlugin = PluginDefinition<never>;

/** The plugins that can run in the admission service, in the order in which they run. */
export const HOSTED_PLUGINS: readonly HostedPlugin[] = PLUGINS.filter(isHosted);

function isHosted(plugin: PluginDefinition): plugin is HostedPlugin {
  return (plugin.needs ?? []).length === 0 && plugin.isMandatory !== true;
}

const USUAL: readonly string[] = ['ServiceAccount', 'Priority', 'DefaultTolerationSeconds', 'Policy'];

/** Those that run in it without `--plugins`; Policy only with a file. The service may read what they read. */
export const USUAL_PLUGINS: readonly HostedPlugin[] = HOSTED_PLUGINS.filter(({ name }) => USUAL.includes(name));
