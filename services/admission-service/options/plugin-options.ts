import { unreadableFiles } from '@pilothouse/flags/files.js';
import { PLUGIN_FLAGS, type PluginFlagValues } from './flags.js';

/** How the plugins behave, wherever they run. */
export interface PluginOptions {
  /** Seconds that pods stay on nodes that fail, where they say nothing of it. */
  readonly notReadySeconds: number;
  readonly unreachableSeconds: number;
  readonly policyFile?: string;
}

export type ResolvedPlugins =
  { readonly ok: true; readonly options: PluginOptions } | { readonly ok: false; readonly problems: readonly string[] };

/** Options from parsed flags, or everything that is wrong with them. */
export function resolvePluginOptions(flags: PluginFlagValues): ResolvedPlugins {
  const problems = unreadableFiles(PLUGIN_FLAGS, flags);
  if (problems.length > 0) return { ok: false, problems };
  const policyFile = flags['policy-file'];
  return {
    ok: true,
    options: {
      notReadySeconds: flags['default-not-ready-toleration-seconds'],
      unreachableSeconds: flags['default-unreachable-toleration-seconds'],
      ...(policyFile !== undefined && { policyFile }),
    },
  };
}
