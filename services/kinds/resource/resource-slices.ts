import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  resourceSliceNames,
  resourceSliceSchema,
  type ResourceSlice,
  type ResourceSliceSpec,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { sliceForms } from './conversion.js';
import { dropDisabledFields } from './disabled-fields.js';
import { validateSlice } from './slice-rules.js';
import { versionsOf } from './versions.js';

/** ResourceSlices. `now` is the time of new taints. */
export function resourceSlices(domain: Domain, now: () => Date): ResourceDefinition<ResourceSlice> {
  return {
    group: domain.group('resource'),
    versions: versionsOf(resourceSliceSchema, sliceForms),
    ...resourceSliceNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Node', 'Node that provides the devices.', ({ spec: { nodeName = '' } }) => nodeName),
      textColumn('Driver', 'Driver of the devices.', ({ spec }) => spec.driver),
      textColumn('Pool', 'Pool that the slice belongs to.', ({ spec }) => spec.pool.name),
    ),
    selectableFields: {
      'spec.nodeName': { value: ({ spec: { nodeName = '' } }) => nodeName },
      'spec.driver': { value: ({ spec }) => spec.driver },
    },
    setDefaults: ({ spec }) => setDefaults(spec, now),
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      prepareForCreate({ metadata, spec }) {
        metadata.generation = 1;
        dropDisabledFields(spec, undefined);
      },
      prepareForUpdate(slice, old) {
        countGeneration(slice, old, !deepEqual(slice.spec, old.spec));
        dropDisabledFields(slice.spec, old.spec);
      },
      validate: ({ spec }, old) => validateSlice(spec, old?.spec),
      warnings: ({ spec: { driver } }) => driverWarnings(driver),
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

function setDefaults({ devices = [] }: ResourceSliceSpec, now: () => Date): void {
  for (const { taints = [], nodeAllocatableResourceMappings: mappings = {} } of devices) {
    for (const taint of taints) taint.timeAdded ??= timestamp(now());
    for (const mapping of Object.values(mappings)) mapping.allocationMultiplier ??= '1';
  }
}

function driverWarnings(driver: string): string[] {
  if (driver === driver.toLowerCase()) return [];
  const name = JSON.stringify(driver);
  return [`spec.driver: driver names should be lowercase; ${name} contains uppercase characters`];
}
