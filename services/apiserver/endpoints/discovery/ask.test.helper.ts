import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { RequestContext, type Handler } from '../../request/context.js';
import { isStream, joinedHeaders } from '../../request/response.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body. */
  readonly json: () => JsonValue;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the route for the target's path. */
export async function ask(
  routes: ReadonlyMap<string, Handler>,
  target: string,
  question: Question = {},
): Promise<Answer> {
  const { method = 'GET', headers = {} } = question;
  const context = new RequestContext({
    method,
    target,
    headers,
    body: undefined,
    peer: { address: '127.0.0.1', certificate: { type: 'none' } },
  });
  const route = routes.get(context.path);
  assert.ok(route, `no route for ${context.path}`);
  const response = await route(context);
  assert.ok(!isStream(response.body));
  const bytes = Buffer.concat(response.body);
  const text = bytes.toString();
  return {
    status: response.status,
    headers: joinedHeaders(response.headers),
    bytes,
    text,
    json: () => parseJson(text).value,
  };
}

/** Definitions in several groups and versions, with and without subresources, short names and categories. */
export const exampleDefinitions: readonly ResourceDefinition[] = [
  configMaps,
  definition('things.example.io', 'widgets', 'Widget', ['v1', 'v1beta1'], {
    shortNames: ['wd'],
    categories: ['all'],
    strategy: { ...configMaps.strategy, deleteReturns: 'object' },
    subresources: {
      status: { type: 'part', verbs: ['get', 'update', 'patch'], prepareForUpdate: () => undefined },
      finalize: { type: 'part', verbs: ['update'], prepareForUpdate: () => undefined },
    },
  }),
  definition('rbac.authorization.k8s.io', 'clusterroles', 'ClusterRole', ['v1'], { scope: 'Cluster', shortNames: [] }),
  definition('things.example.io', 'gadgets', 'Gadget', ['v1beta1'], { shortNames: [] }),
];

function definition(
  group: string,
  resource: string,
  kind: string,
  versions: readonly [string, ...string[]],
  rest: Partial<ResourceDefinition>,
): ResourceDefinition {
  const [first, ...others] = versions.map((name) => ({
    name,
    schema: { ...configMaps.versions[0].schema, name: `io.example.${name}.${kind}` },
  }));
  assert.ok(first);
  return { ...configMaps, group, resource, kind, singular: kind.toLowerCase(), versions: [first, ...others], ...rest };
}
