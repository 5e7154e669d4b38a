import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { TestApi } from '../api.test.helper.js';

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** CustomResourceDefinition of widgets. The schema allows any spec. The status is a subresource. */
export function widgetDefinition(group = 'example.io', version: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
          ...version,
        },
      ],
      ...spec,
    },
  };
}

export const widgetsIn = (group: string, version = 'v1'): string =>
  `/apis/${group}/${version}/namespaces/default/widgets`;

export function widget(name: string, spec: JsonValue = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'example.io/v1', kind: 'Widget', metadata: { name, ...metadata }, spec };
}

/** Sets the apiVersion of a widget to that of the path. Other bodies are unchanged. */
export function widgetFor(path: string, body: JsonObject): JsonObject {
  const [, apiVersion] = /^\/apis\/([^/]+\/[^/]+)\/.*widgets(?=[/?]|$)/.exec(path) ?? [];
  return apiVersion === undefined ? body : { ...body, apiVersion, kind: 'Widget' };
}

/** Changes the current spec of a definition. */
export async function changeDefinition(api: TestApi, name: string, change: (spec: JsonObject) => void): Promise<void> {
  const { json } = await api.request('GET', `${DEFINITIONS}/${name}`);
  change(json['spec'] as JsonObject);
  const { status, message } = await api.request('PUT', `${DEFINITIONS}/${name}`, { body: json });
  if (status !== 200) throw new Error(message);
}
