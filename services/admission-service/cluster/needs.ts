import type { PluginName } from '../plugin.js';

/** The types of objects that the enabled plugins read. */
export interface Needs {
  readonly accounts: boolean;
  readonly classes: boolean;
}

export function needsOf(plugins: readonly PluginName[]): Needs {
  return { accounts: plugins.includes('ServiceAccount'), classes: plugins.includes('Priority') };
}
