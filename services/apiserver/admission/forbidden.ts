import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from './admission.js';

/** The error of a plugin that refuses a write (Kubernetes' NewForbidden). */
export function forbidden({ definition, object, name: named }: AdmissionAttributes, why: string): StatusError {
  const { group, resource } = definition;
  const { name: own, generateName } = object ? metadataOf(object) : {};
  const name = own ?? (named === '' ? (generateName ?? 'Unknown!') : named);
  return new StatusError('Forbidden', `${qualifiedResource(definition)} ${JSON.stringify(name)} is forbidden: ${why}`, {
    details: { name, ...(group !== '' && { group }), kind: resource },
  });
}
