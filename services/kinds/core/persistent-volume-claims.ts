import {
  persistentVolumeClaimNames,
  persistentVolumeClaimSchema,
  type PersistentVolumeClaim,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { columnsOf, textColumn, wideColumn } from '../definition/columns.js';
import { ALL_VERBS, type Column, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { accessModesText } from './volume/access-modes.js';
import { validateClaim } from './volume/claim-rules.js';
import { normaliseSources } from './volume/claim-sources.js';
import { validateClaimStatus } from './volume/claim-status.js';
import { claimWarnings } from './volume/claim-warnings.js';
import { storageClassOf } from './volume/storage-class-name.js';

export const persistentVolumeClaims: ResourceDefinition<PersistentVolumeClaim> = {
  group: '',
  versions: [{ name: 'v1', schema: persistentVolumeClaimSchema }],
  ...persistentVolumeClaimNames,
  verbs: ALL_VERBS,
  columns: claimColumns(),
  selectableFields: {},
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(claim) {
      claim.status = Object.assign(newObject(), { phase: 'Pending' });
      normaliseSources(claim.spec);
    },
    prepareForUpdate(claim, old) {
      claim.status = old.status;
      normaliseSources(claim.spec, old.spec);
    },
    resetFields: STATUS,
    validate: validateClaim,
    errorOrder: { rulesReportAll: true },
    warnings: claimWarnings,
    createOnUpdate: false,
    deleteReturns: 'object',
  },
  subresources: { status: { ...statusPart, validate: ({ status }) => validateClaimStatus(status) } },
};

/** What is known of the volume is shown only for a claim with a volume. */
function claimColumns(): readonly Column<PersistentVolumeClaim>[] {
  const columns = columnsOf<PersistentVolumeClaim>(
    textColumn('Status', 'Phase of the claim.', ({ metadata, status }) =>
      metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating',
    ),
    textColumn('Volume', 'Volume that the claim is bound to.', ({ spec: { volumeName = '' } }) => volumeName),
    textColumn('Capacity', 'Actual size of the volume.', ({ spec, status }) =>
      spec.volumeName === undefined ? '' : (status.capacity?.['storage'] ?? '0'),
    ),
    textColumn('Access Modes', 'Ways to mount the volume.', ({ spec, status }) =>
      spec.volumeName === undefined ? '' : accessModesText(status.accessModes),
    ),
    textColumn('StorageClass', 'StorageClass of the claim.', storageClassOf),
    textColumn(
      'VolumeAttributesClass',
      'VolumeAttributesClass of the claim.',
      ({ spec: { volumeAttributesClassName = '<unset>' } }) => volumeAttributesClassName,
    ),
  );
  const mode = wideColumn<PersistentVolumeClaim>(
    'VolumeMode',
    'Kind of the volume.',
    ({ spec: { volumeMode = '<unset>' } }) => volumeMode,
  );
  return [...columns, mode];
}
