import { posix } from 'node:path';
import type { PersistentVolumeSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateNodeSelector } from '../node-selector.js';
import { validateAccessModes } from './access-modes.js';
import { notNegativeAmount } from './amounts.js';
import { VOLUME_MODES } from './validate-claim-spec.js';
import { validateSource } from './validate-source.js';

/** Volume types in Kubernetes' order of checks; the first counts. */
export const VOLUME_TYPES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const;

/** Kubernetes' order of checks of those sources in which it differs from the schema's. */
const SOURCE_ORDERS: Readonly<Partial<Record<(typeof VOLUME_TYPES)[number], readonly string[]>>> = {
  hostPath: ['path', 'type'],
  quobyte: ['registry', 'tenant', 'volume'],
  csi: ['driver', 'volumeHandle'],
};

/** What a specification is validated for. */
export interface VolumeSpecContext {
  /** The name of the volume. */
  readonly name: string;
  readonly path: string;
  /** The errors of the schema, of which those of the source are reported in their place. */
  readonly found: readonly FieldError[];
}

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

/** Validates the specification of a PersistentVolume (Kubernetes' ValidatePersistentVolumeSpec). Reports all its errors. */
export function validateVolumeSpec(spec: PersistentVolumeSpec, context: VolumeSpecContext): FieldError[] {
  const { path } = context;
  const { storageClassName = '', nodeAffinity, persistentVolumeReclaimPolicy: policy = '', hostPath } = spec;
  const at = (field: string): string => fieldPath(path, field);
  const errors = [...validateModes(spec, path), ...validateCapacity(spec.capacity, at('capacity'))];
  if (policy !== '' && !RECLAIM_POLICIES.includes(policy)) {
    errors.push(notSupported(at('persistentVolumeReclaimPolicy'), policy, RECLAIM_POLICIES));
  }
  if (nodeAffinity !== undefined) {
    const field = at('nodeAffinity.required');
    if (nodeAffinity.required !== undefined) errors.push(...validateNodeSelector(nodeAffinity.required, field));
    else errors.push(required(field, 'must specify required node constraints'));
  }
  errors.push(...validateType(spec, context));
  if (hostPath !== undefined && policy === 'Recycle' && posix.normalize(hostPath.path).replace(/\/$/, '') === '') {
    errors.push(forbidden(at('persistentVolumeReclaimPolicy'), "may not be 'recycle' for a hostPath mount of '/'"));
  }
  if (storageClassName !== '') errors.push(...className(storageClassName, at('storageClassName')));
  const { volumeMode = '' } = spec;
  if (!VOLUME_MODES.includes(volumeMode)) errors.push(notSupported(at('volumeMode'), volumeMode, VOLUME_MODES));
  return [...errors, ...validateAttributesClass(spec, path)];
}

/**
 * Validates a specification that is a part of a VolumeAttachment. It describes a CSI volume of a pod, and so has neither a
 * claim nor a capacity.
 */
export function validateInlineVolumeSpec(spec: PersistentVolumeSpec, context: VolumeSpecContext): FieldError[] {
  const { path } = context;
  const { capacity = {}, persistentVolumeReclaimPolicy: policy = '', storageClassName = '', volumeMode } = spec;
  const at = (field: string): string => fieldPath(path, field);
  const where = 'in the context of inline volumes';
  const none = `may not be specified ${where}`;
  return [
    ...(spec.claimRef === undefined ? [] : [forbidden(at('claimRef'), none)]),
    ...(Object.keys(capacity).length === 0 ? [] : [forbidden(at('capacity'), none)]),
    ...(spec.csi === undefined ? [required(at('csi'), `has to be specified ${where}`)] : []),
    ...validateModes(spec, path),
    ...(policy === '' || policy === 'Retain'
      ? []
      : [forbidden(at('persistentVolumeReclaimPolicy'), `may only be Retain ${where}`)]),
    ...(spec.nodeAffinity === undefined ? [] : [forbidden(at('nodeAffinity'), none)]),
    ...validateType(spec, context),
    ...(storageClassName === '' ? [] : [forbidden(at('storageClassName'), none)]),
    ...(volumeMode === undefined || volumeMode === 'Filesystem'
      ? []
      : [forbidden(at('volumeMode'), `may not specify volumeMode other than Filesystem ${where}`)]),
  ];
}

function validateModes({ accessModes = [] }: PersistentVolumeSpec, path: string): FieldError[] {
  const field = fieldPath(path, 'accessModes');
  return accessModes.length === 0 ? [required(field)] : validateAccessModes(accessModes, field);
}

function validateCapacity(given: Readonly<Record<string, string>> | undefined, path: string): FieldError[] {
  const capacity = given ?? {};
  const names = Object.keys(capacity);
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(names.length === 1 && names[0] === 'storage' ? [] : [notSupported(path, given ?? null, ['storage'])]),
    ...eachError(Object.entries(capacity), ([name, amount]) => {
      const field = keyPath(path, name);
      return [
        ...notNegativeAmount(amount, field),
        ...(parseQuantity(amount).milli <= 0n ? [invalid(field, amount, 'must be greater than zero')] : []),
      ];
    }),
  ];
}

/** Exactly one volume type is set. A FlexVolume is validated even if it is not the first. */
function validateType(spec: PersistentVolumeSpec, { name, path, found }: VolumeSpecContext): FieldError[] {
  const [first, ...more] = VOLUME_TYPES.filter((type) => spec[type] !== undefined);
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const sourceErrors = (type: (typeof VOLUME_TYPES)[number]): FieldError[] => {
    const rules = validateSource({ [type]: spec[type] }, name, path);
    const judged = new Set(rules.map(({ field }) => field));
    const prefix = `${fieldPath(path, type)}.`;
    const all = [...found.filter(({ field }) => field.startsWith(prefix) && !judged.has(field)), ...rules];
    const order = SOURCE_ORDERS[type] ?? [];
    const rank = ({ field }: FieldError): number =>
      order.findIndex((name) => field === prefix + name) + 1 || order.length + 1;
    return all.sort((a, b) => rank(a) - rank(b));
  };
  const errors = sourceErrors(first);
  if (first === 'local' && spec.nodeAffinity === undefined) {
    errors.push(required(fieldPath(path, 'nodeAffinity'), 'Local volume requires node affinity'));
  }
  for (const type of more) {
    if (type === 'flexVolume') errors.push(...sourceErrors(type));
    else errors.push(forbidden(fieldPath(path, type), 'may not specify more than 1 volume type'));
  }
  return errors;
}

function validateAttributesClass({ volumeAttributesClassName: name, csi }: PersistentVolumeSpec, path: string) {
  if (name === undefined) return [];
  const field = fieldPath(path, 'volumeAttributesClassName');
  return [
    ...(name === '' ? [required(field, 'an empty string is disallowed')] : className(name, field)),
    ...(csi === undefined
      ? [required(fieldPath(path, 'csi'), 'has to be specified when using volumeAttributesClassName')]
      : []),
  ];
}

function className(name: string, field: string): FieldError[] {
  return invalidEach(field, name, dnsSubdomain(name));
}
