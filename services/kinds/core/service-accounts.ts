import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { tokenRequestSchema } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import {
  serviceAccountNames,
  serviceAccountSchema,
  type ServiceAccount,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { columnsOf } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { requestToken } from './token-request.js';

export function serviceAccounts(domain: Domain): ResourceDefinition<ServiceAccount> {
  const enforcesSecrets = domain.key('enforce-mountable-secrets');
  const isAnnotated = (account: ServiceAccount | undefined): boolean =>
    account?.metadata.annotations?.[enforcesSecrets] !== undefined;
  return {
    group: '',
    versions: [{ name: 'v1', schema: serviceAccountSchema }],
    ...serviceAccountNames,
    verbs: ALL_VERBS,
    columns: columnsOf(),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      prepareForCreate: keepNamesOfSecrets,
      prepareForUpdate: keepNamesOfSecrets,
      warnings: (account, old) =>
        isAnnotated(account) && !isAnnotated(old)
          ? [
              `metadata.annotations[${enforcesSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
            ]
          : [],
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {
      token: {
        type: 'action',
        verbs: ['create'],
        group: domain.group('authentication'),
        version: 'v1',
        kind: 'TokenRequest',
        schema: tokenRequestSchema,
        perform: requestToken,
      },
    },
  };
}

/** As in Kubernetes, only the names of secret references are stored. */
function keepNamesOfSecrets(account: ServiceAccount): void {
  if (account.secrets === undefined) return;
  account.secrets = account.secrets.map(({ name }) => Object.assign(newObject(), name === undefined ? {} : { name }));
}
