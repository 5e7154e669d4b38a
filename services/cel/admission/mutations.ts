import { APPLY_CONFIGURATION, JSON_PATCH } from '../patches/types.js';
import { listOf } from '../types/type.js';
import type { ExpressionOptions } from './environment.js';

/** The options of the expressions of mutations, by the field of the mutation. */
export const MUTATION_OPTIONS = {
  applyConfiguration: { returns: [APPLY_CONFIGURATION], hasAuthorizer: true, hasPatches: true },
  jsonPatch: { returns: [listOf(JSON_PATCH)], hasAuthorizer: true, hasPatches: true },
} as const satisfies Readonly<Record<string, ExpressionOptions>>;

/** The field of a mutation for each type of patch. */
export const MUTATION_FIELDS = {
  ApplyConfiguration: 'applyConfiguration',
  JSONPatch: 'jsonPatch',
} as const satisfies Readonly<Record<string, keyof typeof MUTATION_OPTIONS>>;
