import type { APIResourceDiscovery, APIVersionDiscovery } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** The resources of a group version, from its APIResourceList. Throws for a document of another form. */
export function versionDiscovery(text: string, group: string, version: string): APIVersionDiscovery {
  const { value } = parseJson(text);
  const list = isObject(value) ? value['resources'] : undefined;
  if (!Array.isArray(list)) throw new Error('the discovery document has no list of resources');
  const found = new Map<string, APIResourceDiscovery>();
  const all = list.filter(isObject);
  for (const each of all) {
    const name = textOf(each['name']);
    if (name === '' || name.includes('/')) continue;
    found.set(name, {
      resource: name,
      responseKind: kindOf(each, group, version),
      scope: each['namespaced'] === true ? 'Namespaced' : 'Cluster',
      singularResource: textOf(each['singularName']),
      verbs: texts(each['verbs']),
      ...optional('shortNames', texts(each['shortNames'])),
      ...optional('categories', texts(each['categories'])),
    });
  }
  for (const each of all) {
    const [resource = '', subresource] = textOf(each['name']).split(/\/(.*)/);
    const parent = found.get(resource);
    if (parent === undefined || subresource === undefined) continue;
    const own = { subresource, responseKind: kindOf(each, group, version), verbs: texts(each['verbs']) };
    found.set(resource, { ...parent, subresources: [...(parent.subresources ?? []), own] });
  }
  return { version, resources: [...found.values()], freshness: 'Current' };
}

/** A part of an APIResource: without group and version it has those of the list. */
function kindOf(resource: JsonObject, group: string, version: string) {
  return {
    group: textOf(resource['group']) || group,
    version: textOf(resource['version']) || version,
    kind: textOf(resource['kind']),
  };
}

function optional(name: string, list: readonly string[]): Record<string, string[]> {
  return list.length === 0 ? {} : { [name]: [...list] };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
