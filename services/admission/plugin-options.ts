import type { PluginFlagValues } from './plugin-flags.js';

/** Options of the plugins, in both programs. */
export interface PluginOptions {
  /** Default toleration of a node that is not ready, in seconds. */
  readonly notReadySeconds: number;
  /** Default toleration of an unreachable node, in seconds. */
  readonly unreachableSeconds: number;
  readonly policyFile?: string;
}

/** The defaults of the flags. */
export const DEFAULT_OPTIONS: PluginOptions = { notReadySeconds: 300, unreachableSeconds: 300 };

/** Options from parsed flags. */
export function pluginOptions(flags: PluginFlagValues): PluginOptions {
  const policyFile = flags['policy-file'];
  return {
    notReadySeconds: flags['default-not-ready-toleration-seconds'],
    unreachableSeconds: flags['default-unreachable-toleration-seconds'],
    ...(policyFile !== undefined && { policyFile }),
  };
}
