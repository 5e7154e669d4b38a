import { serviceAccountSchema, type ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import { columnsOf } from '../columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition.js';
import { subdomainName } from '../names.js';

export const serviceAccounts: ResourceDefinition<ServiceAccount> = {
  group: '',
  versions: [{ name: 'v1', schema: serviceAccountSchema }],
  resource: 'serviceaccounts',
  singular: 'serviceaccount',
  kind: 'ServiceAccount',
  shortNames: ['sa'],
  categories: [],
  scope: 'Namespaced',
  verbs: ALL_VERBS,
  columns: columnsOf({
    name: 'Secrets',
    type: 'string',
    description: 'Number of secrets that pods of the account may use.',
    priority: 0,
    cell: ({ secrets = [] }) => secrets.length,
  }),
  selectableFields: {},
  strategy: { nameErrors: subdomainName, createOnUpdate: false, deleteReturns: 'object' },
  subresources: {},
};
