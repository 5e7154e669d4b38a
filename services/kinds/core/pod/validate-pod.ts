import type { Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  forbidden,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateProfileMatch } from './profile-match.js';
import { isGated } from './scheduling-gates.js';
import { validatePodAnnotations } from './validate-annotations.js';
import { validateContainersOfPod } from './validate-containers.js';
import { validatePodSpec } from './validate-spec.js';

/** Validates a new pod (Kubernetes' ValidatePodCreate). */
export function validateNewPod(pod: Pod): FieldError[] {
  const { metadata, spec } = pod;
  const errors = [
    ...validatePodAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...validateSpecOfPod(pod),
  ];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (spec.nodeName !== undefined && isGated(spec)) {
    errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  errors.push(...validateProfileMatch(metadata.annotations, spec, 'spec'));
  return errors;
}

/** Pod spec rules that do not apply to templates. */
export function validateSpecOfPod({ metadata: { annotations = {} }, spec }: Pod): FieldError[] {
  return [
    ...validatePodSpec(spec, 'spec', { annotations }),
    ...validateImageVolumes(spec),
    ...validateTokens(spec),
    ...validateContainersOfPod(spec, 'spec'),
  ];
}

/** A template may omit the image of a volume. */
function validateImageVolumes({ volumes = [] }: PodSpec): FieldError[] {
  return eachError(volumes, ({ image }, index) =>
    image !== undefined && image.reference === undefined
      ? [required(fieldPath(keyPath('spec.volumes', index), 'image.reference'))]
      : [],
  );
}

/** A token projection requires a service account. */
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
