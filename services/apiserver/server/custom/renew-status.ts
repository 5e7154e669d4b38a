import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AcceptedNames } from '@pilothouse/kinds/apiextensions/accepted-names.js';
import { statusOf } from '@pilothouse/kinds/apiextensions/status.js';
import type { Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { NO_ADMISSION } from '../../registry/write.js';

/**
 * Writes the status of a definition anew that follows from the names of others, which have changed. A status that stays the same is not
 * written.
 */
export async function renewStatus(
  definitions: Resource,
  name: string,
  { acceptedNames, signal }: { readonly acceptedNames: AcceptedNames; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await updateObject(definitions, {
      name,
      namespace: '',
      subresource: '',
      dryRun: false,
      signal,
      admission: NO_ADMISSION,
      rules: {},
      change(live) {
        const object = copyObject(live) as CustomResourceDefinition;
        object.status = statusOf(object, acceptedNames, definitions.environment.now());
        return object;
      },
    });
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error;
  }
}
