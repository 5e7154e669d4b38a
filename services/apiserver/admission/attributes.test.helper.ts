import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionRequest } from './admission.js';

/** The creation of the ConfigMap `x/o` by default. */
export function testRequest(given: Partial<AdmissionRequest> = {}): AdmissionRequest {
  const definition: ResourceDefinition = given.definition ?? configMaps;
  const [version] = definition.versions;
  return {
    operation: 'CREATE',
    definition,
    version: version.name,
    subresource: '',
    type: {
      kind: definition.kind,
      apiVersion: groupVersion(definition.group, version.name),
      decode: compileDecoder(structOf(version.schema)),
    },
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
