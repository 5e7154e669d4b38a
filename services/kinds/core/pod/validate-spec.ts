import type { PodSpec, PodTemplateSpec, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { validateAnnotations, validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateAmounts } from './amounts.js';
import { POSITIVE } from './checks.js';
import { validateRange } from '../../definition/numbers.js';
import { validatePodResources } from './pod-resources.js';
import { validateResourceClaims } from './resource-claims.js';
import { validateAllContainers } from './validate-containers.js';
import { validateEnvFiles } from './validate-env.js';
import { validateProfileMatch } from './profile-match.js';
import { validatePodAnnotations } from './validate-annotations.js';
import { validateNetwork } from './validate-network.js';
import { validateSystem } from './validate-os.js';
import { validateScheduling } from './validate-scheduling.js';
import { validateHostUsers, validatePodSecurity } from './validate-security.js';
import { validateHostProcesses } from './validate-windows.js';
import { validateVolumes } from './validate-volumes.js';

/** The context of spec validation. */
export interface SpecContext {
  /** The annotations of the pod. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Names of volumes that the pod gets in addition to its own. */
  readonly claims?: readonly string[];
}

/** Validates a pod spec, in addition to its schema (Kubernetes' ValidatePodSpec). */
export function validatePodSpec(
  spec: PodSpec,
  path: string,
  { annotations, claims = [] }: SpecContext = {},
): FieldError[] {
  const { volumes = [], nodeSelector = {}, readinessGates = [], activeDeadlineSeconds, overhead = {} } = spec;
  const named = new Map<string, Partial<Volume>>(volumes.map((volume) => [volume.name, volume]));
  for (const name of claims) named.set(name, { persistentVolumeClaim: { claimName: name } });
  return [
    ...validateVolumes(volumes, fieldPath(path, 'volumes')),
    ...validateResourceClaims(spec.resourceClaims ?? [], annotations, fieldPath(path, 'resourceClaims')),
    ...validateAllContainers(spec, named, path),
    ...validatePodResources(spec, path),
    ...validateLabels(nodeSelector, fieldPath(path, 'nodeSelector')),
    ...validatePodSecurity(spec, path),
    ...validateScheduling(spec, path),
    ...validateNetwork(spec, path),
    ...validateHostProcesses(spec, path),
    ...validateHostUsers(spec, path),
    ...validateSystem(spec, path),
    ...eachError(readinessGates, ({ conditionType }, index) => {
      const field = fieldPath(keyPath(fieldPath(path, 'readinessGates'), index), 'conditionType');
      return invalidEach(field, conditionType, qualifiedName(conditionType));
    }),
    ...validateNames(spec, path),
    // An empty value is not defaulted, and Kubernetes reports it as missing.
    ...(spec.preemptionPolicy === '' ? [required(fieldPath(path, 'preemptionPolicy'))] : []),
    ...validateRange(activeDeadlineSeconds, POSITIVE, fieldPath(path, 'activeDeadlineSeconds')),
    ...validateAmounts(overhead, fieldPath(path, 'overhead')),
    ...validateEnvFiles(spec, path),
  ];
}

const NAMES = ['serviceAccountName', 'nodeName', 'priorityClassName', 'runtimeClassName'] as const;

/** Validates names of other objects. */
function validateNames(spec: PodSpec, path: string): FieldError[] {
  return NAMES.flatMap((name) => {
    const value = spec[name];
    return value === undefined ? [] : invalidEach(fieldPath(path, name), value, dnsSubdomain(value));
  });
}

/** Validates a pod template (Kubernetes' ValidatePodTemplateSpec). */
export function validatePodTemplate(
  { metadata, spec }: PodTemplateSpec,
  path: string,
  claims: readonly string[] = [],
): FieldError[] {
  const field = fieldPath(path, 'spec');
  const errors = [
    ...validateLabels(metadata.labels ?? {}, fieldPath(path, 'labels')),
    ...validateAnnotations(metadata.annotations ?? {}, fieldPath(path, 'annotations')),
    ...validatePodAnnotations(metadata.annotations, spec, fieldPath(path, 'annotations')),
    ...validatePodSpec(spec, field, { claims }),
    ...validateProfileMatch(metadata.annotations, spec, field),
  ];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    const text = 'ephemeral containers not allowed in pod template';
    errors.push(forbidden(fieldPath(field, 'ephemeralContainers'), text));
  }
  return errors;
}
