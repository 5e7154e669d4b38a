import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  priorityLevelConfigurationNames,
  priorityLevelConfigurationSchema,
  type PriorityLevelConfiguration,
} from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type Column, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import { validateConditions } from './conditions.js';
import { validatePriorityLevel } from './priority-level-rules.js';
import { specAndStatusStrategy } from '../definition/status-strategy.js';

export function priorityLevelConfigurations(domain: Domain): ResourceDefinition<PriorityLevelConfiguration> {
  return {
    group: domain.group('flowcontrol.apiserver'),
    versions: [{ name: 'v1', schema: priorityLevelConfigurationSchema }],
    ...priorityLevelConfigurationNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Type', 'Whether the concurrency is limited.', ({ spec }) => spec.type),
      textColumn(
        'NominalConcurrencyShares',
        "Share of the server's concurrency limit.",
        ({ spec }) => spec.limited?.nominalConcurrencyShares ?? '<none>',
      ),
      queuingColumn('Queues', 'Number of queues.', 'queues'),
      queuingColumn('HandSize', 'Number of queues that shuffle sharding deals to a flow.', 'handSize'),
      queuingColumn('QueueLengthLimit', 'Maximum number of waiting requests in each queue.', 'queueLengthLimit'),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      ...specAndStatusStrategy<PriorityLevelConfiguration>({}),
      validate: validatePriorityLevel,
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: { ...statusPart, validate: ({ status }) => validateConditions(status.conditions) },
    },
  };
}

function queuingColumn(
  name: string,
  description: string,
  field: 'queues' | 'handSize' | 'queueLengthLimit',
): Column<PriorityLevelConfiguration> {
  return textColumn(name, description, ({ spec }) => spec.limited?.limitResponse.queuing?.[field] ?? '<none>');
}
