import type { Container, EphemeralContainer, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notFoundValue,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateResources } from './amounts.js';
import { isSidecar } from './containers.js';
import { claimNames, validateClaimNames } from './resource-claims.js';
import { validateInitResizePolicy, validateResizePolicy, validateRestart } from './restart-policy.js';
import { validateEnv, validateEnvFrom } from './validate-env.js';
import { validateMounts, type Volumes } from './validate-mounts.js';
import { validateHostPorts, validatePorts } from './validate-ports.js';
import { validateProbes } from './validate-probes.js';
import { validateSecurity } from './validate-security.js';

/** Fields that init containers cannot have, unless they are sidecars. */
const NOT_FOR_INIT = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Fields that ephemeral containers cannot have, since the scheduler does not account for them. */
const NOT_FOR_EPHEMERAL = [
  'ports',
  ...NOT_FOR_INIT,
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
] as const;

/** The context of container validation. */
interface Pod {
  readonly volumes: Volumes;
  readonly claims: ReadonlySet<string>;
  readonly restartPolicy: PodSpec['restartPolicy'];
  readonly gracePeriod: number | bigint | undefined;
  readonly usesHostUsers: boolean;
  /** Container names so far, which are unique. */
  readonly names: Set<string>;
}

/** Validates all containers of a pod. Their names are unique. */
export function validateAllContainers(spec: PodSpec, volumes: Volumes, path: string): FieldError[] {
  const { containers, initContainers = [], ephemeralContainers = [], hostNetwork = false } = spec;
  const pod: Pod = {
    volumes,
    claims: claimNames(spec),
    restartPolicy: spec.restartPolicy,
    gracePeriod: spec.terminationGracePeriodSeconds,
    usesHostUsers: spec.hostUsers !== false,
    names: new Set(),
  };
  return [
    ...validateContainers(containers, pod, fieldPath(path, 'containers')),
    ...validateHostPorts(containers, fieldPath(path, 'containers'), hostNetwork),
    ...validateInitContainers(initContainers, pod, fieldPath(path, 'initContainers')),
    ...validateEphemeral(ephemeralContainers, pod, fieldPath(path, 'ephemeralContainers')),
  ];
}

function validateContainers(containers: readonly Container[], pod: Pod, path: string): FieldError[] {
  return eachError(containers, (container, index) => {
    const field = keyPath(path, index);
    return [
      ...validateContainer(container, pod, field),
      ...validateProbes(container, field, pod.gracePeriod),
      ...validateRestart(container, field),
    ];
  });
}

/** Only sidecars have probes and lifecycle. */
function validateInitContainers(containers: readonly Container[], pod: Pod, path: string): FieldError[] {
  return eachError(containers, (container, index) => {
    const field = keyPath(path, index);
    const errors = [...validateContainer(container, pod, field), ...validateRestart(container, field)];
    if (isSidecar(container)) return [...errors, ...validateProbes(container, field, pod.gracePeriod)];
    const text = 'may not be set for init containers without restartPolicy=Always';
    const set = NOT_FOR_INIT.filter((name) => container[name] !== undefined);
    errors.push(...set.map((name) => forbidden(fieldPath(field, name), text)));
    return [...errors, ...validateInitResizePolicy(container, field)];
  });
}

/** Ephemeral containers come last, so that `names` holds the possible targets. */
function validateEphemeral(containers: readonly EphemeralContainer[], pod: Pod, path: string): FieldError[] {
  const targets = new Set(pod.names);
  return eachError(containers, (container, index) => {
    const field = keyPath(path, index);
    const { targetContainerName, volumeMounts = [] } = container;
    const errors = validateContainer(container, pod, field);
    if (targetContainerName !== undefined && !targets.has(targetContainerName)) {
      errors.push(notFoundValue(fieldPath(field, 'targetContainerName'), targetContainerName));
    }
    for (const name of NOT_FOR_EPHEMERAL) {
      const value = container[name];
      if (value === undefined || (name === 'resources' && Object.keys(value).length === 0)) continue;
      errors.push(forbidden(fieldPath(field, name), 'cannot be set for an Ephemeral Container'));
    }
    volumeMounts.forEach(({ subPath, subPathExpr }, at) => {
      const mount = keyPath(fieldPath(field, 'volumeMounts'), at);
      const text = 'cannot be set for an Ephemeral Container';
      if (subPath !== undefined) errors.push(forbidden(fieldPath(mount, 'subPath'), text));
      if (subPathExpr !== undefined) errors.push(forbidden(fieldPath(mount, 'subPathExpr'), text));
    });
    return errors;
  });
}

/** Common rules of all containers (Kubernetes' validateContainerCommon). */
function validateContainer(container: Container | EphemeralContainer, pod: Pod, path: string): FieldError[] {
  const { name, image, ports = [], env = [], envFrom = [], securityContext, resources } = container;
  const { names, volumes } = pod;
  const errors: FieldError[] = [];
  if (names.has(name)) errors.push(duplicate(fieldPath(path, 'name'), name));
  if (name !== '') names.add(name);
  errors.push(...validateImage(image, fieldPath(path, 'image')));
  if (ports.length > 0) errors.push(...validatePorts(ports, fieldPath(path, 'ports')));
  if (env.length > 0) errors.push(...validateEnv(env, fieldPath(path, 'env')));
  if (envFrom.length > 0) errors.push(...validateEnvFrom(envFrom, fieldPath(path, 'envFrom')));
  errors.push(...validateMounts(container, volumes, path));
  errors.push(...validateResources(resources, fieldPath(path, 'resources')));
  errors.push(...validateClaimNames(resources.claims ?? [], pod.claims, fieldPath(path, 'resources.claims')));
  errors.push(...validateResizePolicy(container, path, pod.restartPolicy));
  if (securityContext !== undefined) {
    errors.push(...validateSecurity(securityContext, fieldPath(path, 'securityContext'), pod.usesHostUsers));
  }
  return errors;
}

function validateImage(image: string | undefined, field: string): FieldError[] {
  return image === undefined ? [required(field)] : [];
}

/** Refuses surrounding whitespace in an image of a pod. Templates allow it. */
function validateTrimmed({ image = '' }: Partial<Container>, path: string): FieldError[] {
  const text = 'must not have leading or trailing whitespace';
  return image.trim() === image ? [] : [invalid(fieldPath(path, 'image'), image, text)];
}

/** Container rules for pods that do not apply to templates (validateContainersOnlyForPod). */
export function validateContainersOfPod(spec: PodSpec, path: string): FieldError[] {
  return (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((list) =>
    eachError<Partial<Container>>(spec[list] ?? [], (container, index) =>
      validateTrimmed(container, keyPath(fieldPath(path, list), index)),
    ),
  );
}
