import { definePlugin, type PluginDefinition } from '../plugin.js';

/**
 * A plugin that Kubernetes accepts in flags and that does nothing: it is deprecated, or belongs to a kind that kube-apiserver
 * serves only behind a feature gate that is off by default, and that this server does not have.
 */
export function idlePlugin(name: string, isDefault: boolean): PluginDefinition {
  return definePlugin({ name, isDefault, create: () => undefined });
}
