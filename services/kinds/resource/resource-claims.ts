import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  resourceClaimNames,
  resourceClaimSchema,
  type ResourceClaim,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateImmutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { strictStatusPart } from '../definition/status-part.js';
import { allocatedIds, deviceId } from './allocated-devices.js';
import { claimForms } from './conversion.js';
import { setClaimDefaults, setTolerationDefaults } from './claim-defaults.js';
import { validateClaim } from './claim-rules.js';
import { validateAdminRequests, validateStatusPermissions } from './permissions.js';
import { selectorsOf, type SelectorCompiler } from './selectors.js';
import { validateStatus } from './status-rules.js';
import { versionsOf } from './versions.js';

export function resourceClaims(domain: Domain, selectors: SelectorCompiler): ResourceDefinition<ResourceClaim> {
  return {
    group: domain.group('resource'),
    versions: versionsOf(resourceClaimSchema, claimForms),
    ...resourceClaimNames,
    verbs: ALL_VERBS,
    columns: columnsOf(textColumn('State', 'Whether the claim is allocated, reserved or deleted.', stateText)),
    selectableFields: {},
    setDefaults({ spec, status }) {
      setClaimDefaults(spec);
      for (const { tolerations } of status.allocation?.devices.results ?? []) setTolerationDefaults(tolerations);
    },
    strategy: {
      nameErrors: subdomainName,
      errorOrder: { rulesReportAll: true },
      prepareForCreate(claim) {
        claim.status = newObject();
      },
      prepareForUpdate(claim, old) {
        claim.status = old.status;
      },
      resetFields: STATUS,
      permissions: async ({ spec }, old, access) =>
        old === undefined ? validateAdminRequests(spec.devices, access) : [],
      ready: ({ spec }) => selectors.load(selectorsOf(spec.devices)),
      *validate({ spec: { devices }, spec }, old) {
        if (old === undefined) {
          return validateClaim(devices, 'spec.devices', yield* selectors.compile(selectorsOf(devices)));
        }
        return validateImmutable(spec, old.spec, 'spec');
      },
      createOnUpdate: false,
      deleteReturns: 'object',
    },
    subresources: {
      status: {
        ...strictStatusPart,
        prepareForUpdate(claim, old) {
          strictStatusPart.prepareForUpdate(claim, old);
          dropDeallocated(claim, old);
        },
        validate: validateStatus,
        permissions: validateStatusPermissions,
      },
    },
  };
}

/** Drops the state of devices that are no longer allocated (dropDeallocatedStatusDevices). */
function dropDeallocated({ status }: ResourceClaim, { status: old }: ResourceClaim): void {
  if (status.devices === undefined) return;
  const [before, ids] = [allocatedIds(old.allocation), allocatedIds(status.allocation)];
  const kept = status.devices.filter((device) => ids.has(deviceId(device)) || !before.has(deviceId(device)));
  if (kept.length > 0) status.devices = kept;
  else delete status.devices;
}

function stateText({ metadata, status: { allocation, reservedFor = [] } }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const states = isDeleted ? ['deleted'] : [];
  if (allocation !== undefined) states.push('allocated', ...(reservedFor.length > 0 ? ['reserved'] : []));
  else if (!isDeleted) states.push('pending');
  return states.join(',');
}
