import type { ResourceDefinition } from '../definition/definition.js';
import { podDisruptionBudgets } from './pod-disruption-budgets.js';

/** The kinds of the group `policy`. */
export function policyKinds(): readonly ResourceDefinition[] {
  return [podDisruptionBudgets];
}
