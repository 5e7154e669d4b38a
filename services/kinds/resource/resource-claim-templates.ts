import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  resourceClaimTemplateNames,
  resourceClaimTemplateSchema,
  type ResourceClaimTemplate,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { validateTemplateMetadata } from '../core/template-metadata.js';
import { columnsOf } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { setClaimDefaults } from './claim-defaults.js';
import { validateClaim } from './claim-rules.js';

export function resourceClaimTemplates(domain: Domain): ResourceDefinition<ResourceClaimTemplate> {
  return {
    group: domain.group('resource'),
    versions: [{ name: 'v1', schema: resourceClaimTemplateSchema }],
    ...resourceClaimTemplateNames,
    verbs: ALL_VERBS,
    columns: columnsOf(),
    selectableFields: {},
    setDefaults: ({ spec }) => setClaimDefaults(spec.spec),
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      validate: ({ spec }, old) => [
        ...validateTemplateMetadata(spec.metadata, 'spec.metadata'),
        ...validateClaim(spec.spec.devices, 'spec.spec.devices'),
        ...(old === undefined ? [] : validateImmutable(spec, old.spec, 'spec')),
      ],
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}
