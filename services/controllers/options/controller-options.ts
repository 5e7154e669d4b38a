import type { ValuesOf } from '@pilothouse/flags/definition.js';
import { CONTROLLER_NAMES } from '../names.js';
import type { CONTROLLER_FLAGS } from './flags.js';
import { selectControllers } from './select.js';

/** Which controllers run, and how, wherever they do. */
export interface ControllerOptions {
  /** The names of those that run. */
  readonly controllers: ReadonlySet<string>;
  /** Whether accounts that somebody makes are given a secret with a token. */
  readonly legacyServiceAccountTokens: boolean;
}

export type ResolvedControllers =
  | { readonly ok: true; readonly options: ControllerOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Options from parsed flags, or everything that is wrong with them. */
export function resolveControllerOptions(flags: ValuesOf<typeof CONTROLLER_FLAGS>): ResolvedControllers {
  const selection = selectControllers(CONTROLLER_NAMES, flags.controllers);
  if (!selection.ok) return selection;
  const legacyServiceAccountTokens = flags['legacy-service-account-tokens'];
  return { ok: true, options: { controllers: selection.names, legacyServiceAccountTokens } };
}
