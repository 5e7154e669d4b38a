import { unreadableFiles } from '@pilothouse/flags/files.js';
import { PLUGIN_FLAGS, type PluginFlagValues } from './flags.js';

/** Options of the plugins, in both programs. */
export interface PluginOptions {
  /** Default toleration of a node that is not ready, in seconds. */
  readonly notReadySeconds: number;
  /** Default toleration of an unreachable node, in seconds. */
  readonly unreachableSeconds: number;
  readonly policyFile?: string;
}

export type ResolvedPlugins =
  { readonly ok: true; readonly options: PluginOptions } | { readonly ok: false; readonly problems: readonly string[] };

/** Options from parsed flags, or all problems of the flags. */
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
