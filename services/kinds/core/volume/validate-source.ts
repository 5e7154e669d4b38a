import type {
  AzureFilePersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  PersistentVolumeSource,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  fieldPath,
  invalid,
  invalidEach,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateNoBacksteps } from '../pod/checks.js';
import { validateRange } from '../../definition/numbers.js';
import {
  LUNS,
  validateFlex,
  validateInitiator,
  validateRemote,
  validateStorageOs,
} from '../pod/validate-remote-volumes.js';
import { validateDriverName } from './driver-name.js';

/**
 * Validates the source of a volume, of which one field is set, in addition to its schema. `name` is the name of the
 * volume.
 */
export function validateSource(source: PersistentVolumeSource, name: string, path: string): FieldError[] {
  const { hostPath, local, glusterfs, iscsi, cinder, flexVolume, azureFile, scaleIO, storageos, csi } = source;
  const at = (type: string): string => fieldPath(path, type);
  if (hostPath !== undefined) return validateNoBacksteps(hostPath.path, at('hostPath.path'));
  if (local !== undefined) return validateNoBacksteps(local.path, at('local.path'));
  if (glusterfs !== undefined) return validateGlusterfs(glusterfs, at('glusterfs'));
  if (iscsi !== undefined) return validateIscsi(iscsi, name, at('iscsi'));
  if (cinder !== undefined) return validateSecret(cinder.secretRef, at('cinder.secretRef'));
  if (flexVolume !== undefined) return validateFlex(flexVolume, at('flexVolume'));
  if (azureFile !== undefined) return validateAzureFile(azureFile, at('azureFile'));
  if (scaleIO !== undefined) return scaleIO.volumeName === undefined ? [required(at('scaleIO.volumeName'))] : [];
  if (csi !== undefined) return validateCsi(csi, at('csi'));
  if (storageos !== undefined) {
    return [
      ...validateStorageOs(storageos, at('storageos')),
      ...validateSecret(storageos.secretRef, at('storageos.secretRef')),
    ];
  }
  const { gcePersistentDisk, awsElasticBlockStore, nfs, flocker, quobyte, fc, azureDisk } = source;
  return validateRemote(
    {
      ...(gcePersistentDisk && { gcePersistentDisk }),
      ...(awsElasticBlockStore && { awsElasticBlockStore }),
      ...(nfs && { nfs }),
      ...(flocker && { flocker }),
      ...(quobyte && { quobyte }),
      ...(fc && { fc }),
      ...(azureDisk && { azureDisk }),
    },
    path,
  );
}

function validateGlusterfs({ endpointsNamespace }: GlusterfsPersistentVolumeSource, path: string): FieldError[] {
  if (endpointsNamespace === undefined) return [];
  const field = fieldPath(path, 'endpointsNamespace');
  if (endpointsNamespace === '') {
    return [invalid(field, '', 'if the endpointnamespace is set, it must be a valid namespace name')];
  }
  return invalidEach(field, endpointsNamespace, dnsLabel(endpointsNamespace));
}

const MAX_INITIATOR_VOLUME_LENGTH = 64;

function validateIscsi(source: ISCSIPersistentVolumeSource, name: string, path: string): FieldError[] {
  const { targetPortal, iqn, lun, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const errors: FieldError[] = [];
  if (initiatorName !== undefined && utf8Length(`${name}:${targetPortal}`) > MAX_INITIATOR_VOLUME_LENGTH) {
    const text =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
    errors.push(invalid(fieldPath(path, 'targetportal'), targetPortal, text));
  }
  if (iqn !== '') errors.push(...validateInitiator(iqn, fieldPath(path, 'iqn'), 'must be valid format'));
  errors.push(...validateRange(lun, LUNS, fieldPath(path, 'lun')));
  const needsSecret = chapAuthDiscovery === true || chapAuthSession === true;
  if (needsSecret && secretRef === undefined) errors.push(required(fieldPath(path, 'secretRef')));
  if (secretRef !== undefined && (secretRef.name ?? '') === '') {
    errors.push(required(fieldPath(path, 'secretRef.name')));
  }
  if (initiatorName === undefined) return errors;
  return [...errors, ...validateInitiator(initiatorName, fieldPath(path, 'initiatorName'), 'must be valid format')];
}

interface Reference {
  readonly name?: string;
  readonly namespace?: string;
}

function validateSecret(secret: Reference | undefined, path: string): FieldError[] {
  if (secret === undefined) return [];
  return (['name', 'namespace'] as const)
    .filter((name) => (secret[name] ?? '') === '')
    .map((name) => required(fieldPath(path, name)));
}

function validateAzureFile({ secretNamespace }: AzureFilePersistentVolumeSource, path: string): FieldError[] {
  return secretNamespace === '' ? [required(fieldPath(path, 'secretNamespace'))] : [];
}

/** The secrets that are validated. Kubernetes leaves out `nodeStageSecretRef`. */
const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function validateCsi(source: CSIPersistentVolumeSource, path: string): FieldError[] {
  return [
    ...validateDriverName(source.driver, fieldPath(path, 'driver')),
    ...SECRETS.flatMap((name) => {
      const secret = source[name];
      if (secret === undefined) return [];
      const field = fieldPath(path, name);
      return [
        ...validateText(secret.name, dnsSubdomain, fieldPath(field, 'name')),
        ...validateText(secret.namespace, dnsLabel, fieldPath(field, 'namespace')),
      ];
    }),
  ];
}

function validateText(value = '', problemsOf: (value: string) => readonly string[], field: string): FieldError[] {
  return value === '' ? [required(field)] : invalidEach(field, value, problemsOf(value));
}
