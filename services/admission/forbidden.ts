import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from './attributes.js';

/** The error of a plugin that refuses a write, 403: `pods "x" is forbidden: why` (Kubernetes' NewForbidden). */
export function forbidden(attributes: AdmissionAttributes, why: string): StatusError {
  const { group, resource } = attributes.resource;
  const name = nameOf(attributes);
  const text = `${qualifiedResource({ group, resource })} ${JSON.stringify(name)} is forbidden: ${why}`;
  return new StatusError('Forbidden', text, { details: { name, ...(group !== '' && { group }), kind: resource } });
}

/** The name, or the prefix of a name that is still to be generated. */
function nameOf({ name, object }: AdmissionAttributes): string {
  const metadata = object && structOf(object, 'metadata');
  for (const text of [name, metadata?.['name'], metadata?.['generateName']]) {
    if (typeof text === 'string' && text !== '') return text;
  }
  return 'Unknown';
}
