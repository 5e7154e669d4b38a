import type { FlagDefinition } from '@pilothouse/flags/definition.js';
import { parsePairs } from './pairs.js';

/** What `--runtime-config` says, by its keys as they were typed. */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

/** Reads `key=true`, `key=false`, and `key` for true. Which keys there are is known only to who knows all resources. */
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
  type: 'list',
  group: 'API',
  help:
    'What is served, each as key=true|false; a key alone is true. Keys are <group>/<version> (v1 for the core group), <group>/<version>/<resource>, ' +
    'and api/all, api/ga, api/beta and api/alpha for all versions of a level; the more exact one counts. Alpha versions are not served unless they are switched on. ' +
    'What is not served is kept as it is.',
} as const satisfies FlagDefinition;
