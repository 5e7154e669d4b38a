import { API_DIFFERENCES, API_WORDINGS } from './api-differences.js';
import { DEFINITION_DIFFERENCES, DEFINITION_WORDINGS } from './definition-differences.js';
import { KIND_DIFFERENCES, KIND_WORDINGS } from './kind-differences.js';
import type { Difference, Wording } from './difference.js';

/** Every deliberate difference. */
export const DIFFERENCES: readonly Difference[] = [...API_DIFFERENCES, ...KIND_DIFFERENCES, ...DEFINITION_DIFFERENCES];

/** Every wording of ours that differs. */
export const WORDINGS: readonly Wording[] = [...API_WORDINGS, ...KIND_WORDINGS, ...DEFINITION_WORDINGS];
