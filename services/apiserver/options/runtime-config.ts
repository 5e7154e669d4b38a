import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import { parsePairs } from './pairs.js';

/** Value of `--runtime-config`, by keys as typed. */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

/** Parses `key=true`, `key=false`, and `key` for true. `servedAs` checks the keys, as it needs all resources. */
export function parseRuntimeConfig(
  texts: readonly string[],
):
  { readonly ok: true; readonly config: RuntimeConfig } | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = parsePairs(texts, true);
  return parsed.ok
    ? { ok: true, config: parsed.pairs }
    : { ok: false, problems: parsed.problems.map((problem) => `--runtime-config: ${problem}`) };
}

export const RUNTIME_CONFIG_FLAG = {
  name: 'runtime-config',
  type: 'pairs',
  group: 'API',
  help: 'APIs to enable or disable, each as key=true|false. A key alone is true. Keys are <group>/<version> (v1 for the core group), <group>/<version>/<resource>, and api/all, api/ga, api/beta and api/alpha for all versions of a level. The more specific key wins. Alpha and beta versions are disabled by default. Stored objects of a disabled API are retained.',
} as const satisfies FlagDefinition;
