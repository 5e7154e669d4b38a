import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepCopy } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { NO_ADMISSION } from '../../registry/write.js';

export interface DefinitionUpdate {
  readonly name: string;
  /** Changes a copy of the definition. Called again after a conflict. An error ends the update. */
  readonly change: (definition: CustomResourceDefinition) => void;
  readonly signal: AbortSignal;
}

/** Updates a definition as the server, without admission and validation rules. Returns false if it does not exist. */
export async function updateDefinition(
  definitions: Resource,
  { name, change, signal }: DefinitionUpdate,
): Promise<boolean> {
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
        const definition = deepCopy(live) as CustomResourceDefinition;
        change(definition);
        return definition;
      },
    });
    return true;
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'NotFound') return false;
    throw error;
  }
}
