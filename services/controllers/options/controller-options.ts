import type { ValuesOf } from '@pilothouse/flags/definition.js';
import { CONTROLLER_NAMES } from '../names.js';
import type { CONTROLLER_FLAGS } from './flags.js';
import { selectControllers } from './select.js';

/** The options of controllers in every program that runs them. */
export interface ControllerOptions {
  /** The names of the enabled controllers. */
  readonly controllers: ReadonlySet<string>;
  /** Whether service accounts get a Secret with a token. */
  readonly legacyServiceAccountTokens: boolean;
}

export type ResolvedControllers =
  | { readonly ok: true; readonly options: ControllerOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Resolves parsed flags to options, or to all their errors. */
export function resolveControllerOptions(flags: ValuesOf<typeof CONTROLLER_FLAGS>): ResolvedControllers {
  const selection = selectControllers(CONTROLLER_NAMES, flags.controllers);
  if (!selection.ok) return selection;
  const legacyServiceAccountTokens = flags['legacy-service-account-tokens'];
  return { ok: true, options: { controllers: selection.names, legacyServiceAccountTokens } };
}
