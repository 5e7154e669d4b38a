import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

/** Flags of every program in which the plugins run. */
export const PLUGIN_FLAGS = [
  {
    name: 'default-not-ready-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'Seconds that a pod tolerates a node that is not ready, unless its tolerations state otherwise (DefaultTolerationSeconds).',
  },
  {
    name: 'default-unreachable-toleration-seconds',
    type: 'count',
    default: '300',
    group: 'Admission',
    help: 'Seconds that a pod tolerates an unreachable node, unless its tolerations state otherwise (DefaultTolerationSeconds).',
  },
  {
    name: 'policy-file',
    type: 'file',
    group: 'Admission',
    help: 'File (YAML or JSON) of CEL rules that writes must satisfy (Policy). It is reloaded when it changes. Without it, the plugin Policy is disabled.',
  },
] as const satisfies FlagTable;

export type PluginFlagValues = ValuesOf<typeof PLUGIN_FLAGS>;
