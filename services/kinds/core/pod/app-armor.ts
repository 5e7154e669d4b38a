import type { AppArmorProfile, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { fieldPath, invalid, required, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { containersOf } from './containers.js';

/** Prefix of the deprecated annotation, before the name of a container. */
export const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';
const LONGEST_PROFILE = 4095;

/** Validates an AppArmor profile (ValidateAppArmorProfileField). */
export function validateAppArmor({ type, localhostProfile }: AppArmorProfile, path: string): FieldError[] {
  const field = fieldPath(path, 'localhostProfile');
  if (type === '') return [required(fieldPath(path, 'type'), 'type is required when appArmorProfile is set')];
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return [];
    return [invalid(field, localhostProfile, 'can only be set when AppArmor type is Localhost')];
  }
  const missing = required(field, 'must be set when AppArmor type is Localhost');
  if (localhostProfile === undefined || localhostProfile === '') return [missing];
  return [
    ...(localhostProfile.trim() === localhostProfile
      ? []
      : [invalid(field, localhostProfile, 'must not be padded with whitespace')]),
    ...(Buffer.byteLength(localhostProfile) > LONGEST_PROFILE ? [tooLong(field, LONGEST_PROFILE)] : []),
  ];
}

/** Copies annotations of a new pod to the fields that replace them (applyAppArmorVersionSkew). */
export function adoptAppArmorAnnotations({ metadata, spec }: Pod): void {
  if (spec.os?.name === 'windows' || metadata.annotations === undefined) return;
  const ofPod = spec.securityContext?.appArmorProfile;
  for (const { container } of containersOf(spec, '')) {
    const annotation = metadata.annotations[APP_ARMOR + (container.name ?? '')];
    if (annotation === undefined || container.securityContext?.appArmorProfile !== undefined) continue;
    const profile = profileOf(annotation);
    if (profile === undefined || validateAppArmor(profile, '').length > 0) continue;
    if (isProfileOf(annotation, ofPod)) continue;
    container.securityContext ??= newObject();
    container.securityContext.appArmorProfile = profile;
  }
}

/** Whether an annotation says the same as a field. */
export function isProfileOf(annotation: string, field: AppArmorProfile | undefined): boolean {
  const profile = profileOf(annotation);
  return profile !== undefined && deepEqual(profile, field ?? null);
}

function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return Object.assign(newObject(), { type: 'Unconfined' });
  if (annotation === 'runtime/default') return Object.assign(newObject(), { type: 'RuntimeDefault' });
  const name = annotation.startsWith(LOCALHOST) ? annotation.slice(LOCALHOST.length) : '';
  return name === '' ? undefined : Object.assign(newObject(), { type: 'Localhost', localhostProfile: name });
}
