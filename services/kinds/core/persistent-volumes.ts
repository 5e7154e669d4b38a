import {
  persistentVolumeNames,
  persistentVolumeSchema,
  type PersistentVolume,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { columnsOf, textColumn, wideColumn } from '../definition/columns.js';
import { ALL_VERBS, type Column, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { accessModesText } from './volume/access-modes.js';
import { storageClassOf } from './volume/storage-class-name.js';
import { validateVolume } from './volume/volume-rules.js';
import { volumeWarnings } from './volume/volume-warnings.js';

export const persistentVolumes: ResourceDefinition<PersistentVolume> = {
  group: '',
  versions: [{ name: 'v1', schema: persistentVolumeSchema }],
  ...persistentVolumeNames,
  verbs: ALL_VERBS,
  columns: volumeColumns(),
  selectableFields: {},
  setDefaults({ spec }) {
    spec.persistentVolumeReclaimPolicy ??= 'Retain';
    spec.volumeMode ??= 'Filesystem';
  },
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(volume) {
      const { creationTimestamp } = volume.metadata;
      const times = creationTimestamp !== undefined && { lastPhaseTransitionTime: creationTimestamp };
      volume.status = Object.assign(newObject(), { phase: 'Pending', ...times });
    },
    prepareForUpdate(volume, old) {
      volume.status = old.status;
    },
    resetFields: STATUS,
    validate: validateVolume,
    errorOrder: { rulesReportAll: true },
    warnings: volumeWarnings,
    createOnUpdate: false,
    deleteReturns: 'object',
  },
  subresources: {
    status: {
      ...statusPart,
      prepareForUpdate(volume, old, now) {
        volume.spec = old.spec;
        setTransitionTime(volume.status, old.status, now);
      },
    },
  },
};

type Status = PersistentVolume['status'];

/** Sets the time of a change of the phase, unless the client did. Keeps it otherwise. */
function setTransitionTime(status: Status, old: Status, now: Date): void {
  const { lastPhaseTransitionTime: time } = status;
  const before = old.lastPhaseTransitionTime;
  if (status.phase === old.phase) {
    if (time === undefined && before !== undefined) status.lastPhaseTransitionTime = before;
  } else if (time === undefined || time === before) status.lastPhaseTransitionTime = timestamp(now);
}

function volumeColumns(): readonly Column<PersistentVolume>[] {
  const columns = columnsOf<PersistentVolume>(
    textColumn('Capacity', 'Size of the volume.', ({ spec }) => spec.capacity?.['storage'] ?? '0'),
    textColumn('Access Modes', 'Ways to mount the volume.', ({ spec }) => accessModesText(spec.accessModes)),
    textColumn(
      'Reclaim Policy',
      'What happens without the claim.',
      ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
    ),
    textColumn('Status', 'Phase of the volume.', ({ metadata, status }) =>
      metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating',
    ),
    textColumn('Claim', 'Claim to which the volume is bound.', ({ spec: { claimRef } }) =>
      claimRef === undefined ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`,
    ),
    textColumn('StorageClass', 'StorageClass of the volume.', storageClassOf),
    textColumn(
      'VolumeAttributesClass',
      'VolumeAttributesClass of the volume.',
      ({ spec: { volumeAttributesClassName = '<unset>' } }) => volumeAttributesClassName,
    ),
    textColumn('Reason', 'Reason for a failure.', ({ status: { reason = '' } }) => reason),
  );
  const mode = wideColumn<PersistentVolume>(
    'VolumeMode',
    'Kind of the volume.',
    ({ spec: { volumeMode = '<unset>' } }) => volumeMode,
  );
  return [...columns, mode];
}
