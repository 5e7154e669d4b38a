import type {
  PersistentVolume,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateImmutable } from '../../definition/immutable.js';
import { STABLE_LABELS } from '../node-labels.js';
import { validateVolumeSpec, VOLUME_TYPES } from './validate-volume-spec.js';

/** Validates a volume, and that it may replace `old` (Kubernetes' ValidatePersistentVolumeUpdate). */
export function validateVolume(
  volume: PersistentVolume,
  old: PersistentVolume | undefined,
  found: readonly FieldError[] = [],
): FieldError[] {
  const { metadata, spec } = volume;
  return [
    ...validateVolumeSpec(spec, { name: metadata.name ?? '', path: 'spec', found }),
    ...validateMountOptions(volume),
    ...(old === undefined ? [] : validateChange(spec, old.spec)),
  ];
}

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';

/** Volume types with mount options. */
const MOUNTED = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const;

function validateMountOptions({ metadata: { annotations = {} }, spec }: PersistentVolume): FieldError[] {
  if (annotations[MOUNT_OPTIONS] === undefined || MOUNTED.some((type) => spec[type] !== undefined)) return [];
  const field = `metadata.annotations.${MOUNT_OPTIONS}`;
  return [forbidden(field, 'may not specify mount options for this volume type')];
}

function validateChange(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): FieldError[] {
  const errors: FieldError[] = [];
  if (VOLUME_TYPES.some((type) => !deepEqual(changeable(spec, old)[type], old[type]))) {
    const text = 'spec.persistentvolumesource is immutable after creation';
    errors.push(forbidden('spec.persistentvolumesource', text));
  }
  errors.push(...validateImmutable(spec.volumeMode, old.volumeMode, 'volumeMode'));
  if (old.nodeAffinity !== undefined && !isSameAffinity(spec.nodeAffinity, old.nodeAffinity)) {
    const text = 'field is immutable, except for updating from beta label to GA';
    errors.push(invalid('nodeAffinity', spec.nodeAffinity ?? null, text));
  }
  if (old.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    errors.push(forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden'));
  }
  return errors;
}

/** Without a new secret for the expansion of a CSI volume, which can be set once later. */
function changeable(spec: PersistentVolumeSpec, old: PersistentVolumeSpec): PersistentVolumeSpec {
  if (spec.csi === undefined || old.csi === undefined || old.csi.controllerExpandSecretRef !== undefined) return spec;
  const { controllerExpandSecretRef: _, ...csi } = spec.csi;
  return { ...spec, csi };
}

/** Deprecated labels may become those that replace them. */
function isSameAffinity(affinity: VolumeNodeAffinity | undefined, old: VolumeNodeAffinity): boolean {
  const terms = affinity?.required?.nodeSelectorTerms ?? [];
  const former = old.required?.nodeSelectorTerms ?? [];
  if (affinity === undefined || terms.length !== former.length) return false;
  return terms.every((term, index) =>
    (['matchExpressions', 'matchFields'] as const).every((name) => {
      const requirements = term[name] ?? [];
      const before = former[index]?.[name] ?? [];
      if (requirements.length !== before.length) return false;
      return requirements.every((requirement, place) => {
        const { key = '', ...others } = before[place] ?? {};
        const { key: now, ...rest } = requirement;
        return (now === key || STABLE_LABELS.get(key) === now) && deepEqual(rest, others);
      });
    }),
  );
}
