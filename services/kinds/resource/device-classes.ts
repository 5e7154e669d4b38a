import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  deviceClassNames,
  deviceClassSchema,
  type DeviceClass,
  type DeviceClassSpec,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { isExtended } from '../core/pod/amounts.js';
import { columnsOf } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { MAX_CONFIGURATIONS } from './claim-rules.js';
import { validateConfiguration } from './configuration.js';
import { validateItems } from './lists.js';
import { validateSelectors, type CompiledSelectors, type SelectorCompiler } from './selectors.js';
import { versionsOf } from './versions.js';

export function deviceClasses(domain: Domain, selectors: SelectorCompiler): ResourceDefinition<DeviceClass> {
  return {
    group: domain.group('resource'),
    versions: versionsOf(deviceClassSchema),
    ...deviceClassNames,
    verbs: ALL_VERBS,
    columns: columnsOf(),
    selectableFields: {},
    strategy: {
      // A prefix is not judged, only the generated name.
      nameErrors: (name, prefix) => (prefix ? [] : dnsSubdomain(name)),
      errorOrder: { rulesReportAll: true },
      prepareForCreate({ metadata }) {
        metadata.generation = 1;
      },
      prepareForUpdate(object, old) {
        countGeneration(object, old, !deepEqual(object.spec, old.spec));
      },
      ready: ({ spec }) => selectors.load([spec.selectors]),
      *validate({ spec }, old) {
        return validateSpec(spec, old?.spec, yield* selectors.compile([spec.selectors]));
      },
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

/** Kubernetes' validateDeviceClassSpec. Parameters of an unchanged configuration can be larger. */
function validateSpec(
  spec: DeviceClassSpec,
  old: DeviceClassSpec | undefined,
  compiled: CompiledSelectors,
): FieldError[] {
  const { selectors, config = [], extendedResourceName: name } = spec;
  const isStored = old !== undefined && deepEqual(config, old.config ?? []);
  const field = 'spec.extendedResourceName';
  return [
    ...validateSelectors(selectors, 'spec.selectors', compiled),
    ...validateItems(config, 'spec.config', MAX_CONFIGURATIONS, (each, path) =>
      validateConfiguration(each, path, { isStored }),
    ),
    ...(name === undefined || isExtended(name) ? [] : [invalid(field, name, 'must be a valid extended resource name')]),
  ];
}
