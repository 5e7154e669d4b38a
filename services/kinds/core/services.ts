import {
  serviceNames,
  serviceProxyOptionsSchema,
  serviceSchema,
  type Service,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { labelName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { optionsKind, proxied } from './proxied.js';
import { serviceColumns } from './service/columns.js';
import { setServiceDefaults } from './service/defaults.js';
import { locateService } from './service/locate.js';
import { prepareNewService, prepareService } from './service/prepare.js';
import { validateService } from './service/validate-service.js';
import { validateServiceStatus } from './service/validate-status.js';
import { validateServiceUpdate } from './service/validate-update.js';
import { ingressWarnings, serviceWarnings } from './service/warnings.js';

export const services: ResourceDefinition<Service> = {
  group: '',
  versions: [{ name: 'v1', schema: serviceSchema }],
  ...serviceNames,
  verbs: ALL_VERBS,
  columns: serviceColumns,
  selectableFields: {
    'spec.clusterIP': { value: ({ spec }) => spec.clusterIP ?? '' },
    'spec.type': { value: ({ spec }) => spec.type ?? '' },
  },
  setDefaults: setServiceDefaults,
  strategy: {
    nameErrors: labelName,
    prepareForCreate: prepareNewService,
    prepareForUpdate: prepareService,
    resetFields: STATUS,
    errorOrder: { rulesReportAll: true },
    validate: (service, old) => [
      ...(old === undefined ? [] : validateServiceUpdate(service.spec, old.spec)),
      ...validateService(service, old),
    ],
    warnings: serviceWarnings,
    createOnUpdate: true,
    deleteReturns: 'object',
  },
  subresources: {
    status: { ...statusPart, validate: validateServiceStatus, warnings: ingressWarnings },
    proxy: { ...proxied, ...optionsKind('ServiceProxyOptions', serviceProxyOptionsSchema), locate: locateService },
  },
};
