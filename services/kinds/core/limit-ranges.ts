import {
  limitRangeNames,
  limitRangeSchema,
  type LimitRange,
  type LimitRangeItem,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { validateLimits } from './limit-range-rules.js';

export const limitRanges: ResourceDefinition<LimitRange> = {
  group: '',
  versions: [{ name: 'v1', schema: limitRangeSchema }],
  ...limitRangeNames,
  verbs: ALL_VERBS,
  columns: [],
  selectableFields: {},
  setDefaults({ spec }) {
    for (const item of spec.limits) if (item.type === 'Container') setItemDefaults(item);
  },
  strategy: {
    nameErrors: subdomainName,
    // A range without a name is named by a UUID.
    prepareForCreate({ metadata }) {
      if (metadata.name === undefined && metadata.uid !== undefined) metadata.name = metadata.uid;
    },
    validate: ({ spec }) => validateLimits(spec.limits),
    errorOrder: { rulesReportAll: true },
    createOnUpdate: true,
    deleteReturns: 'status',
  },
  subresources: {},
};

/** Kubernetes' SetDefaults_LimitRangeItem. */
function setItemDefaults(item: LimitRangeItem): void {
  const { max = {}, min = {} } = item;
  const limits = { ...max, ...item.default };
  const requests = { ...min, ...limits, ...item.defaultRequest };
  if (Object.keys(limits).length > 0) item.default = Object.assign(newObject(), limits);
  if (Object.keys(requests).length > 0) item.defaultRequest = Object.assign(newObject(), requests);
}
