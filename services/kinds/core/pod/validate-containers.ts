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
import { validateEnv, validateEnvFrom } from './validate-env.js';
import { validateMounts, type Volumes } from './validate-mounts.js';
import { validateHostPorts, validatePorts } from './validate-ports.js';
import { validateProbes } from './validate-probes.js';
import { validateSecurity } from './validate-security.js';

/** What init containers cannot have: they end before anybody asks. */
const NOT_FOR_INIT = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** What containers that were added to a running pod cannot have: room was found for the others alone. */
const NOT_FOR_EPHEMERAL = ['ports', ...NOT_FOR_INIT, 'resources'] as const;

/** What is wrong with all the containers of a pod, whose names are unique. */
export function validateAllContainers(spec: PodSpec, volumes: Volumes, path: string): FieldError[] {
  const { containers, initContainers = [], ephemeralContainers = [], hostNetwork = false } = spec;
  const names = new Set<string>();
  return [
    ...validateContainers(containers, names, volumes, fieldPath(path, 'containers')),
    ...validateHostPorts(containers, fieldPath(path, 'containers'), hostNetwork),
    ...validateContainers(initContainers, names, volumes, fieldPath(path, 'initContainers'), NOT_FOR_INIT),
    ...validateEphemeral(ephemeralContainers, names, volumes, fieldPath(path, 'ephemeralContainers')),
  ];
}

function validateContainers(
  containers: readonly Container[],
  names: Set<string>,
  volumes: Volumes,
  path: string,
  not: readonly (typeof NOT_FOR_INIT)[number][] = [],
): FieldError[] {
  return eachError(containers, (container, index) => {
    const field = keyPath(path, index);
    return [
      ...validateContainer(container, names, volumes, field),
      ...validateResources(container.resources, fieldPath(field, 'resources')),
      ...not
        .filter((name) => container[name] !== undefined)
        .map((name) =>
          forbidden(fieldPath(field, name), 'may not be set for init containers without restartPolicy=Always'),
        ),
    ];
  });
}

/** Ephemeral containers come after the others, so that `names` holds those that they can look at. */
function validateEphemeral(
  containers: readonly EphemeralContainer[],
  names: Set<string>,
  volumes: Volumes,
  path: string,
): FieldError[] {
  const targets = new Set(names);
  return eachError(containers, (container, index) => {
    const field = keyPath(path, index);
    const { targetContainerName, volumeMounts = [] } = container;
    const errors = validateContainer(container, names, volumes, field);
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

/** What holds of all containers (Kubernetes' validateContainerCommon). */
function validateContainer(
  container: Container | EphemeralContainer,
  names: Set<string>,
  volumes: Volumes,
  path: string,
): FieldError[] {
  const { name, image, ports = [], env = [], envFrom = [], securityContext } = container;
  const errors: FieldError[] = [];
  if (names.has(name)) errors.push(duplicate(fieldPath(path, 'name'), name));
  if (name !== '') names.add(name);
  errors.push(...validateImage(image, fieldPath(path, 'image')), ...validateProbes(container, path));
  if (ports.length > 0) errors.push(...validatePorts(ports, fieldPath(path, 'ports')));
  if (env.length > 0) errors.push(...validateEnv(env, fieldPath(path, 'env')));
  if (envFrom.length > 0) errors.push(...validateEnvFrom(envFrom, fieldPath(path, 'envFrom')));
  errors.push(...validateMounts(container, volumes, path));
  if (securityContext !== undefined)
    errors.push(...validateSecurity(securityContext, fieldPath(path, 'securityContext')));
  return errors;
}

function validateImage(image: string | undefined, field: string): FieldError[] {
  return image === undefined ? [required(field)] : [];
}

/** What is wrong with an image in a pod, and is not in a template. */
function validateTrimmed({ image = '' }: Partial<Container>, path: string): FieldError[] {
  const text = 'must not have leading or trailing whitespace';
  return image.trim() === image ? [] : [invalid(fieldPath(path, 'image'), image, text)];
}

/** What containers of a pod may not be, besides what those of a template may not (validateContainersOnlyForPod). */
export function validateContainersOfPod(spec: PodSpec, path: string): FieldError[] {
  return (['containers', 'initContainers', 'ephemeralContainers'] as const).flatMap((list) =>
    eachError<Partial<Container>>(spec[list] ?? [], (container, index) =>
      validateTrimmed(container, keyPath(fieldPath(path, list), index)),
    ),
  );
}
