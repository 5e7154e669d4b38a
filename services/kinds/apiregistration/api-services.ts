import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  apiServiceNames,
  apiServiceSchema,
  type APIService,
} from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { STATUS } from '../definition/reset.js';
import { strictStatusPart } from '../definition/status-part.js';
import { availableCondition, LOCAL, withAvailable } from './available.js';
import { validateApiService, validateStatus } from './rules.js';

export interface ApiServiceOptions {
  readonly now?: () => Date;
}

/** APIServices. The API server creates those of the group versions that it serves. */
export function apiServices(
  domain: Domain,
  { now = () => new Date() }: ApiServiceOptions = {},
): ResourceDefinition<APIService> {
  return {
    group: domain.group('apiregistration'),
    versions: [{ name: 'v1', schema: apiServiceSchema }],
    ...apiServiceNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Service', 'Service of the server; Local if this API server serves the group version.', ({ spec }) =>
        spec.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
      ),
      textColumn('Available', 'Whether the server is available.', availability),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: pathSegmentName,
      prepareForCreate(object) {
        object.status = {};
        if (object.spec.service === undefined) object.status = withAvailable(object.status, LOCAL, timestamp(now()));
      },
      prepareForUpdate(object, old) {
        object.status = old.status;
      },
      resetFields: STATUS,
      validate: validateApiService,
      errorOrder: { rulesReportAll: true, order: { '': ['metadata'], metadata: ['generateName', 'name'] } },
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'status',
    },
    subresources: { status: { ...strictStatusPart, validate: validateStatus } },
  };
}

function availability(service: APIService): string {
  const { status = 'Unknown', reason = '' } = availableCondition(service) ?? {};
  return status === 'True' || reason === '' ? status : `${status} (${reason})`;
}
