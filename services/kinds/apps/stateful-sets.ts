import {
  statefulSetNames,
  statefulSetSchema,
  type StatefulSet,
  type StatefulSetSpec,
} from '@pilothouse/apimachinery/generated/apps/v1.js';
import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual, isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import {
  eachError,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { CONTAINER_COLUMNS } from '../core/pod/template-columns.js';
import { claimSpecWarnings } from '../core/volume/claim-warnings.js';
import { validateClaimSpec } from '../core/volume/validate-claim-spec.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { withMembersOf } from '../definition/copy-members.js';
import { labelName } from '../definition/names.js';
import { statusPart } from '../definition/status-part.js';
import {
  amountOf,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateShare,
  validateWorkload,
} from './workload/rules.js';
import { scale } from './workload/scale.js';
import { beginWorkload, workloadStrategy } from './workload/strategy.js';

const CLAIMS = 'spec.volumeClaimTemplates';

export const statefulSets: ResourceDefinition<StatefulSet> = {
  group: 'apps',
  versions: [{ name: 'v1', schema: statefulSetSchema }],
  ...statefulSetNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    textColumn(
      'Ready',
      'How many pods are ready, of how many.',
      ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
    ),
    AGE_COLUMN,
    ...CONTAINER_COLUMNS,
  ],
  selectableFields: {},
  setDefaults: ({ spec }) => setSpecDefaults(spec),
  strategy: {
    ...workloadStrategy,
    // Part of the host names of its pods.
    nameErrors: labelName,
    prepareForCreate(set) {
      beginWorkload(set, { replicas: 0, availableReplicas: 0 });
      delete set.spec.updateStrategy.rollingUpdate?.maxUnavailable;
    },
    // The feature gate MaxUnavailableStatefulSet is off.
    prepareForUpdate(set, old) {
      const { rollingUpdate } = old.spec.updateStrategy;
      if (rollingUpdate?.maxUnavailable === undefined) delete set.spec.updateStrategy.rollingUpdate?.maxUnavailable;
      workloadStrategy.prepareForUpdate(set, old);
    },
    validate: ({ spec }, old) =>
      isSame(spec, old?.spec)
        ? []
        : [
            ...validateSpec(spec, old?.spec),
            ...(old === undefined ? validateService(spec) : validateChange(spec, old.spec)),
          ],
    warnings: (set, old) => [
      ...workloadStrategy.warnings(set, old),
      ...claimWarnings(set.spec, old === undefined),
      ...historyWarnings(set.spec),
    ],
  },
  subresources: {
    status: {
      ...statusPart,
      validate: ({ status }, old) => [
        ...validateCounts(
          status,
          ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
          'replicas',
        ),
        ...validateCounts(status, ['availableReplicas'], 'readyReplicas', 'status.readyReplicas'),
        ...validateCollisions(status, old.status),
      ],
    },
    scale,
  },
};

/** Sets the defaults of the update strategy only if its type is set (Kubernetes' SetDefaults_StatefulSet). */
function setSpecDefaults(spec: StatefulSetSpec): void {
  setPodSpecDefaults(spec.template.spec);
  const { updateStrategy, volumeClaimTemplates } = spec;
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  spec.persistentVolumeClaimRetentionPolicy = Object.assign(newObject(), { whenDeleted, whenScaled });
  if (updateStrategy.type === undefined) {
    const { partition = 0, ...others } = updateStrategy.rollingUpdate ?? {};
    spec.updateStrategy = Object.assign(newObject(), {
      type: 'RollingUpdate',
      rollingUpdate: Object.assign(newObject(), { partition }, others),
    });
  }
  if (volumeClaimTemplates === undefined) return;
  const type = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' };
  spec.volumeClaimTemplates = volumeClaimTemplates.map((claim) => Object.assign(newObject(), type, claim, type));
}

/** Kubernetes' ValidateStatefulSetSpec. In addition, claims must have a name. */
function validateSpec(spec: StatefulSetSpec, old: StatefulSetSpec | undefined): FieldError[] {
  const { volumeClaimTemplates: claims = [], updateStrategy } = spec;
  const names = claims.map(({ metadata }) => metadata.name ?? '');
  const errors = eachError(names, (name, index) =>
    name === '' ? [required(`${keyPath(CLAIMS, index)}.metadata.name`)] : [],
  );
  const { type, rollingUpdate } = updateStrategy;
  const policy = spec.podManagementPolicy ?? '';
  if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"));
  }
  if (type === 'OnDelete' && rollingUpdate !== undefined) {
    const text = "only allowed for updateStrategy 'RollingUpdate'";
    errors.push(invalid('spec.updateStrategy.rollingUpdate', rollingUpdate, text));
  }
  const { maxUnavailable = 1 } = rollingUpdate ?? {};
  const field = 'spec.updateStrategy.rollingUpdate.maxUnavailable';
  errors.push(...validateShare(maxUnavailable, field), ...validateAtMostAll(maxUnavailable, field));
  if (amountOf(maxUnavailable) === 0) errors.push(invalid(field, maxUnavailable, 'cannot be 0'));
  return [...errors, ...validateClaims(claims, old), ...validateWorkload(spec, 'StatefulSet', names)];
}

/** Claims of an update, which cannot change, are not validated again. */
function validateClaims(claims: readonly PersistentVolumeClaim[], old: StatefulSetSpec | undefined): FieldError[] {
  if (old !== undefined && deepEqual([...claims], old.volumeClaimTemplates ?? [])) return [];
  return eachError(claims, ({ spec }, index) => validateClaimSpec(spec, `${keyPath(CLAIMS, index)}.spec`));
}

/** The path of an update is Kubernetes' own. */
function claimWarnings({ volumeClaimTemplates: claims = [] }: StatefulSetSpec, isNew: boolean): readonly string[] {
  return claims.flatMap(({ spec }, index) => [
    ...claimSpecWarnings(spec, `${keyPath(CLAIMS, index)}${isNew ? '' : '.Spec'}`),
  ]);
}

/** Part of the DNS names of its pods. */
function validateService({ serviceName: name }: StatefulSetSpec): FieldError[] {
  return name === '' ? [] : invalidEach('spec.serviceName', name, dnsLabel(name));
}

function historyWarnings({ revisionHistoryLimit: limit = 0 }: StatefulSetSpec): readonly string[] {
  if (limit >= 0) return [];
  const text = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  return [`spec.revisionHistoryLimit: ${text}`];
}

const MUTABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** All other fields are immutable. */
function validateChange(spec: StatefulSetSpec, before: StatefulSetSpec): FieldError[] {
  if (isSame(withMembersOf(spec, before, MUTABLE), before)) return [];
  const names = MUTABLE.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return [forbidden('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
}
