import {
  componentStatusNames,
  componentStatusSchema,
  type ComponentCondition,
  type ComponentStatus,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { NAME_COLUMN, textColumn } from '../definition/columns.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';

/** Health of the components. The server probes them for each request and stores nothing. */
export const componentStatuses: ResourceDefinition<ComponentStatus> = {
  group: '',
  versions: [
    {
      name: 'v1',
      schema: componentStatusSchema,
      deprecationWarning: 'v1 ComponentStatus is deprecated in v1.19+',
    },
  ],
  ...componentStatusNames,
  verbs: ['get', 'list'],
  columns: [
    NAME_COLUMN,
    textColumn('Status', 'Whether the component is healthy.', (status) => {
      const healthy = healthOf(status);
      if (healthy === undefined) return 'Unknown';
      return healthy.status === 'True' ? 'Healthy' : 'Unhealthy';
    }),
    textColumn('Message', 'Answer to the probe.', (status) => healthOf(status)?.message ?? ''),
    textColumn('Error', 'Error of the probe.', (status) => healthOf(status)?.error ?? ''),
  ],
  selectableFields: {},
  strategy: { nameErrors: subdomainName, createOnUpdate: false, deleteReturns: 'status' },
  subresources: {},
};

function healthOf({ conditions = [] }: ComponentStatus): ComponentCondition | undefined {
  return conditions.find(({ type }) => type === 'Healthy');
}
