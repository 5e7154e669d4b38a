import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { ALL_USERS, everything, flowSchema, groups, limited, priorityLevel, type Made } from './make.js';

/** Priority levels that always exist, and whose specification is fixed. */
export const MANDATORY_PRIORITY_LEVELS: readonly Made<PriorityLevelConfiguration>[] = [
  priorityLevel('exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }),
  priorityLevel('catch-all', limited({ shares: 5, lendable: 0 })),
];

/** FlowSchemas that always exist, and whose specification is fixed. */
export const MANDATORY_FLOW_SCHEMAS: readonly Made<FlowSchema>[] = [
  flowSchema('exempt', { level: 'exempt', precedence: 1, rules: everything(groups('system:masters')) }),
  flowSchema('catch-all', { level: 'catch-all', precedence: 10_000, by: 'ByUser', rules: everything(ALL_USERS) }),
];
