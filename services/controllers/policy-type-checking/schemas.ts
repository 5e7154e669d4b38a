import type { KindOf } from '@pilothouse/admission/policies/type-checking/types-to-check.js';
import type { GroupVersionKind } from '@pilothouse/admission/matching/resource.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { kindType } from '@pilothouse/cel/openapi/schema-type.js';
import type { Type } from '@pilothouse/cel/types/type.js';
import type { Client } from '@pilothouse/client/client.js';
import { listTypes, type DiscoveredType } from '@pilothouse/client/discover.js';
import { readJson } from '@pilothouse/client/request.js';
import { apiVersionOf } from '@pilothouse/client/resource-type.js';
import { undefinedIfNotFound } from '../api-errors.js';

/** What the server serves, read once for each group version. */
export interface Schemas {
  readonly kindOf: KindOf;
  /** The CEL type of a kind, which can be unknown. Undefined if the server publishes no schema of the kind. */
  readonly typeOf: (kind: GroupVersionKind) => Promise<{ readonly type: Type | undefined } | undefined>;
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export function readSchemas(client: Client, signal: AbortSignal): Schemas {
  const resourcesOf = once((version): Promise<readonly DiscoveredType[] | undefined> =>
    undefinedIfNotFound(listTypes(client, version, signal)),
  );
  const documentOf = once(async ({ group, version }): Promise<JsonObject | undefined> => {
    const path = group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
    const document = await undefinedIfNotFound(client.request({ path, signal }).then(readJson));
    const components = isObject(document) ? document['components'] : undefined;
    const schemas = isObject(components) ? components['schemas'] : undefined;
    return isObject(schemas) ? schemas : undefined;
  });
  return {
    async kindOf(target) {
      const { group, version, resource } = target;
      const found = (await resourcesOf(target))?.find(({ type }) => type.resource === resource);
      return found && { group, version, kind: found.type.kind };
    },
    async typeOf(kind) {
      const schemas = await documentOf(kind);
      const name = schemas && nameOf(schemas, kind);
      // Kubernetes appends a random number to the name.
      return name === undefined ? undefined : { type: kindType(schemas ?? {}, name, `${kind.kind}0`) };
    },
  };
}

function once<Result>(read: (version: GroupVersion) => Promise<Result>): (version: GroupVersion) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (version) => {
    const key = apiVersionOf(version);
    const found = known.get(key) ?? read(version);
    known.set(key, found);
    return found;
  };
}

/** The name of the schema of a kind. */
function nameOf(schemas: JsonObject, { group, version, kind }: GroupVersionKind): string | undefined {
  return Object.keys(schemas).find((name) => {
    const schema = schemas[name];
    const kinds = isObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
    return (
      Array.isArray(kinds) &&
      kinds.some(
        (each) => isObject(each) && each['group'] === group && each['version'] === version && each['kind'] === kind,
      )
    );
  });
}
