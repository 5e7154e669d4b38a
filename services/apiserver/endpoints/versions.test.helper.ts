import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Store } from '@pilothouse/storage/store.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { createResources } from '../registry/resource.js';
import { createKeyedMutex } from '../registry/keyed-mutex.js';
import { RequestContext } from '../request/context.js';
import { isStream } from '../request/response.js';
import { createListCache } from './negotiation/list-cache.js';
import { createProtobufCache } from './negotiation/protobuf-cache.js';
import { resourceEndpoint, storedTargets } from './resources.js';
import { testScope } from './scope.test.helper.js';
import { sharedEvents } from './shared-events.js';

export const MERGE = 'application/merge-patch+json';
export const APPLY = 'application/apply-patch+yaml';
export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

interface Question {
  readonly body?: JsonValue | object;
  readonly type?: string;
  readonly accept?: string;
}

interface Answer {
  readonly status: number;
  readonly json: JsonObject;
  readonly warnings: readonly string[];
}

/** A server of one release on a store. */
export function serverOf(definition: ResourceDefinition, store: Store) {
  const resources = createResources(definition, {
    store,
    environment: testScope().resource.environment,
    mutex: createKeyedMutex(),
  });
  const scopes = resources.map((resource) => ({
    ...testScope(),
    resource,
    sharedEvents: sharedEvents(),
    protobufCache: createProtobufCache(),
    listCache: createListCache(),
  }));
  const targets = new Map(storedTargets(scopes));
  const handler = resourceEndpoint(() => targets);
  const contextOf = (method: string, path: string, { body, type = 'application/json', accept }: Question) =>
    new RequestContext({
      method,
      target: `/apis/example.io/${path}`,
      headers: { 'content-type': type, 'user-agent': 'test', ...(accept !== undefined && { accept }) },
      body:
        body === undefined
          ? undefined
          : (async function* () {
              yield Buffer.from(JSON.stringify(body));
            })(),
      peer: { address: '127.0.0.1', certificate: { type: 'none' } },
    });
  const responseTo = async (context: RequestContext) => {
    assert.equal(context.info.type, 'resource');
    return context.info.type === 'resource' ? handler(context, context.info) : assert.fail();
  };
  return {
    async ask(method: string, path: string, question: Question = {}): Promise<Answer> {
      const context = contextOf(method, path, question);
      const { warnings } = context;
      try {
        const { status, body } = await responseTo(context);
        assert.ok(!isStream(body));
        return { status, json: objectOf(Buffer.concat(body)), warnings };
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        return { status: error.code, json: objectOf(Buffer.from(JSON.stringify(error.toStatus()))), warnings };
      }
    },
    async *watch(path: string): AsyncGenerator<JsonObject> {
      const context = contextOf('GET', path, {});
      try {
        const { body } = await responseTo(context);
        assert.ok(isStream(body));
        for await (const chunk of body) {
          for (const line of Buffer.from(chunk).toString().split('\n'))
            if (line !== '') yield objectOf(Buffer.from(line));
        }
      } finally {
        context.abort(new Error('the test is done'));
      }
    },
  };
}

function objectOf(bytes: Uint8Array): JsonObject {
  const { value } = parseJson(bytes);
  assert.ok(isObject(value));
  return value;
}

export const V1 = 'v1/namespaces/default/widgets';
export const V2 = 'v2/namespaces/default/widgets';

export function messageOf({ message }: JsonObject): string {
  return typeof message === 'string' ? message : '';
}

/** The parts of an object that differ between versions. */
export function contentOf({ kind, apiVersion, metadata: _metadata, ...rest }: JsonObject): unknown {
  return plain({ kind, apiVersion, ...rest });
}

export function metadataOf({ metadata }: JsonObject): {
  name: string;
  resourceVersion: string;
  managedFields: JsonValue[];
} {
  return plain(metadata) as ReturnType<typeof metadataOf>;
}

export const inV1 = (size: number, rest: object = {}) => ({
  kind: 'Widget',
  apiVersion: 'example.io/v1',
  size,
  colour: 'grey',
  ...rest,
  status: {},
});
export const inV2 = (width: number, rest: object = {}) => ({
  kind: 'Widget',
  apiVersion: 'example.io/v2',
  spec: { colour: 'grey', width, ...rest },
  status: {},
});
