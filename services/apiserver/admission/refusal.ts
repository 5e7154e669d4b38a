import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from './admission.js';

/** 403 with the message of Kubernetes' plugins: `pods "x" is forbidden: why`. */
export function refusal({ definition, object, name }: AdmissionAttributes, why: string): StatusError {
  const { group, resource } = definition;
  const shown = (object && (metadataOf(object).name ?? metadataOf(object).generateName)) ?? (name || 'Unknown');
  const text = `${qualifiedResource(definition)} ${JSON.stringify(shown)} is forbidden: ${why}`;
  return new StatusError('Forbidden', text, {
    details: { name: shown, ...(group !== '' && { group }), kind: resource },
  });
}
