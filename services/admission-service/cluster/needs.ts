import type { PluginName } from '../plugin.js';

/** Of which types plugins have to know the objects. */
export interface Needs {
  readonly accounts: boolean;
  readonly classes: boolean;
}

export function needsOf(plugins: readonly PluginName[]): Needs {
  return { accounts: plugins.includes('ServiceAccount'), classes: plugins.includes('Priority') };
}
