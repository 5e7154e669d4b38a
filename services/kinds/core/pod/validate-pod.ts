import type { Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validatePodAnnotations } from './validate-annotations.js';
import { validateContainersOfPod } from './validate-containers.js';
import { validatePodSpec } from './validate-spec.js';

/** What is wrong with a new pod (Kubernetes' ValidatePodCreate). */
export function validateNewPod({ metadata, spec }: Pod): FieldError[] {
  const errors = [
    ...validatePodAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...validateSpecOfPod(spec),
  ];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
  return errors;
}

/** What is wrong with what is to run, where it is a pod and no template. */
export function validateSpecOfPod(spec: PodSpec): FieldError[] {
  return [...validatePodSpec(spec, 'spec'), ...validateTokens(spec), ...validateContainersOfPod(spec, 'spec')];
}

/** A token is one of an account. */
function validateTokens({ serviceAccountName, volumes = [] }: PodSpec): FieldError[] {
  if (serviceAccountName !== undefined) return [];
  return eachError(volumes, ({ projected }, index) => {
    const sources = fieldPath(keyPath('spec.volumes', index), 'projected.sources');
    return eachError(projected?.sources ?? [], ({ serviceAccountToken }, at) => {
      const text = 'must not be specified when serviceAccountName is not set';
      const field = fieldPath(keyPath(sources, at), 'serviceAccountToken');
      return serviceAccountToken === undefined ? [] : [forbidden(field, text)];
    });
  });
}
