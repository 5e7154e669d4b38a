import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import type { ServedDefinition } from '@pilothouse/kinds/definition/definition.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { ServerRequest } from './admission.js';

/** The creation of the ConfigMap `x/o` by default. */
export function testRequest(given: Partial<ServerRequest> = {}): ServerRequest {
  const definition: ServedDefinition = given.definition ?? configMaps;
  const [version] = definition.versions;
  const decode = compileDecoder(structOf(version.schema));
  return {
    operation: 'CREATE',
    definition,
    resource: { group: definition.group, version: version.name, resource: definition.resource },
    subresource: '',
    kind: { group: definition.group, version: version.name, kind: definition.kind },
    normalise: (object) => decode(object).value,
    namespace: 'x',
    name: 'o',
    user: authenticatedUser('user'),
    dryRun: false,
    options: newObject,
    signal: new AbortController().signal,
    warn: () => {},
    annotate: () => {},
    ...given,
  };
}
