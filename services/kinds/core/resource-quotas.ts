import {
  resourceQuotaNames,
  resourceQuotaSchema,
  type ResourceQuota,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { quotaWarnings, validateQuotaAmounts, validateQuotaSpec } from './quota/quota-rules.js';
import { statusStrategy } from '../definition/status-strategy.js';

export const resourceQuotas: ResourceDefinition<ResourceQuota> = {
  group: '',
  versions: [{ name: 'v1', schema: resourceQuotaSchema }],
  ...resourceQuotaNames,
  verbs: ALL_VERBS,
  columns: columnsOf(
    textColumn('Request', 'Usage and limit of requests and counts.', (quota) => usageText(quota, false)),
    textColumn('Limit', 'Usage and limit of limits.', (quota) => usageText(quota, true)),
  ),
  selectableFields: {},
  strategy: {
    nameErrors: subdomainName,
    errorOrder: { rulesReportAll: true },
    ...statusStrategy<ResourceQuota>({}),
    validate: ({ spec }, old) => validateQuotaSpec(spec, old?.spec),
    warnings: ({ spec }, old) => (old === undefined ? quotaWarnings(spec) : []),
    createOnUpdate: false,
    deleteReturns: 'object',
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status: { hard, used } }) => [
        ...validateQuotaAmounts(hard, 'status.hard'),
        ...validateQuotaAmounts(used, 'status.used'),
      ],
    },
  },
};

/** Usage and limits as text: `pods: 1/4, requests.cpu: 500m/2`. */
function usageText({ status: { hard = {}, used = {} } }: ResourceQuota, ofLimits: boolean): string {
  return Object.entries(hard)
    .filter(([name]) => name.startsWith('limits.') === ofLimits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, limit]) => `${name}: ${used[name] ?? '0'}/${limit}`)
    .join(', ');
}
