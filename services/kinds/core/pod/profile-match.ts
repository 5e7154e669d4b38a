import type { AppArmorProfile, PodSpec, SeccompProfile } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPath, forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { APP_ARMOR } from './app-armor.js';
import { containersOf } from './containers.js';
import { SECCOMP_CONTAINER, SECCOMP_POD } from './validate-annotations.js';

type Annotations = Readonly<Record<string, string>>;

const LOCALHOST = 'localhost/';

/** What the annotations of a kind of profile say. */
interface Named {
  /** The name in errors. */
  readonly name: string;
  /** Values of the annotation by the type of the field; those of `Localhost` are prefixes. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const SECCOMP: Named = {
  name: 'seccomp',
  values: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default', 'docker/default'], Localhost: [LOCALHOST] },
};
const OF_APP_ARMOR: Named = {
  name: 'apparmor',
  values: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default'], Localhost: [LOCALHOST] },
};

/**
 * The fields of seccomp and AppArmor profiles of a new pod or of a template must agree with the annotations that they
 * replace (Kubernetes' validateSeccompAnnotationsAndFields and validateAppArmorAnnotationsAndFieldsMatchOnCreate).
 */
export function validateProfileMatch(annotations: Annotations = {}, spec: PodSpec, path: string): FieldError[] {
  const { securityContext: ofPod, os } = spec;
  const inContext = (place: string, name: string): string => fieldPath(place, `securityContext.${name}`);
  const containers = [...containersOf(spec, path)];
  const errors = mismatch(SECCOMP, annotations[SECCOMP_POD], ofPod?.seccompProfile, inContext(path, 'seccompProfile'));
  for (const { container, path: place } of containers) {
    const annotation = annotations[SECCOMP_CONTAINER + (container.name ?? '')];
    const profile = container.securityContext?.seccompProfile;
    errors.push(...mismatch(SECCOMP, annotation, profile, inContext(place, 'seccompProfile')));
  }
  if (os?.name === 'windows') return errors;
  for (const { container, path: place } of containers) {
    const annotation = annotations[APP_ARMOR + (container.name ?? '')];
    const profile = container.securityContext?.appArmorProfile ?? ofPod?.appArmorProfile;
    errors.push(...mismatch(OF_APP_ARMOR, annotation, profile, inContext(place, 'appArmorProfile')));
  }
  return errors;
}

function mismatch(
  { name, values }: Named,
  annotation: string | undefined,
  profile: SeccompProfile | AppArmorProfile | undefined,
  field: string,
): FieldError[] {
  if (annotation === undefined || profile === undefined) return [];
  const { type, localhostProfile } = profile;
  const expected = values[type];
  if (expected === undefined) return [];
  const isLocal = type === 'Localhost';
  if (!expected.some((value) => (isLocal ? annotation.startsWith(value) : annotation === value))) {
    return [forbidden(fieldPath(field, 'type'), `${name} type in annotation and field must match`)];
  }
  if (!isLocal || annotation.slice(LOCALHOST.length) === localhostProfile) return [];
  return [forbidden(fieldPath(field, 'localhostProfile'), `${name} profile in annotation and field must match`)];
}
