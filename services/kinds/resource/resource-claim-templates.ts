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
import { templateForms } from './conversion.js';
import { setClaimDefaults } from './claim-defaults.js';
import { validateClaim } from './claim-rules.js';
import { validateAdminRequests } from './permissions.js';
import { selectorsOf, type SelectorCompiler } from './selectors.js';
import { versionsOf } from './versions.js';

export function resourceClaimTemplates(
  domain: Domain,
  selectors: SelectorCompiler,
): ResourceDefinition<ResourceClaimTemplate> {
  return {
    group: domain.group('resource'),
    versions: versionsOf(resourceClaimTemplateSchema, templateForms),
    ...resourceClaimTemplateNames,
    verbs: ALL_VERBS,
    columns: columnsOf(),
    selectableFields: {},
    setDefaults: ({ spec }) => setClaimDefaults(spec.spec),
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      permissions: async ({ spec }, old, access) =>
        old === undefined ? validateAdminRequests(spec.spec.devices, access) : [],
      ready: ({ spec }) => selectors.load(selectorsOf(spec.spec.devices)),
      *validate({ spec }, old) {
        const { devices } = spec.spec;
        const compiled = yield* selectors.compile(selectorsOf(devices));
        return [
          ...validateTemplateMetadata(spec.metadata, 'spec.metadata'),
          ...validateClaim(devices, 'spec.spec.devices', compiled),
          ...(old === undefined ? [] : validateImmutable(spec, old.spec, 'spec')),
        ];
      },
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}
