import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { invalidEach, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

export const OLDEST_EMULATION_VERSION = 'OldestEmulationVersion';

/** Strategies whose names need no domain. */
const STRATEGIES: readonly string[] = [OLDEST_EMULATION_VERSION];

/** Validates the name of a strategy by which a coordinator elects leaders (Kubernetes' ValidateCoordinatedLeaseStrategy). */
export function validateStrategy(strategy: string, field: string): FieldError[] {
  if (strategy.includes('/')) return invalidEach(field, strategy, qualifiedName(strategy));
  return STRATEGIES.includes(strategy) ? [] : [notSupported(field, strategy, STRATEGIES)];
}
