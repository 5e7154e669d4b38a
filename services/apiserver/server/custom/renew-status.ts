import type { AcceptedNames } from '@pilothouse/kinds/apiextensions/accepted-names.js';
import { statusOf } from '@pilothouse/kinds/apiextensions/status.js';
import type { Resource } from '../../registry/resource.js';
import { updateDefinition } from './update-definition.js';

/**
 * Updates the status of a definition after the names of others have changed. An unchanged status is not written.
 */
export async function renewStatus(
  definitions: Resource,
  name: string,
  { acceptedNames, signal }: { readonly acceptedNames: AcceptedNames; readonly signal: AbortSignal },
): Promise<void> {
  await updateDefinition(definitions, {
    name,
    change(definition) {
      definition.status = statusOf(definition, acceptedNames, definitions.environment.now());
    },
    signal,
  });
}
