import type { KindsByDefinition, GroupVersionKind } from '@pilothouse/apimachinery/openapi/definitions.js';
import type { PublishedSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** A part of the API, independent of the OpenAPI version. */
export interface ApiDescription {
  /** Such as `api/v1`: the document in OpenAPI 3.0. */
  readonly name: string;
  /** Generated on demand, one by one, since descriptions are larger than their source. */
  readonly paths: () => Iterable<PathDescription>;
  readonly kinds: () => KindsByDefinition;
}

export interface PathDescription {
  readonly path: string;
  /** Of all operations on the path. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch' | 'head' | 'options';
  /** Unique in the whole API. */
  readonly id: string;
  readonly tag: string;
  readonly description: string;
  /** In addition to those of the path. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** Every operation can also return 401. */
  readonly responses: readonly OperationResponse[];
  /** Media types of the responses. */
  readonly produces: readonly string[];
  /** The verb and kind; absent for non-resource operations. */
  readonly action?: { readonly name: string; readonly kind: GroupVersionKind };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

export interface RequestBody {
  readonly schema: PublishedSchema;
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
}

export interface OperationResponse {
  readonly code: 200 | 201 | 202;
  /** Text when absent. */
  readonly schema?: PublishedSchema;
}

/** The descriptions of responses, by code. */
export const CODE_TEXTS = { 200: 'OK', 201: 'Created', 202: 'Accepted', 401: 'Unauthorized' } as const;

/** The authentication of clients, with the same text in both versions. */
export const BEARER_TOKEN = {
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
  description: 'Bearer token',
} as const;

/** The request and response types of a path's operations. */
export function schemasOf({ operations }: PathDescription): PublishedSchema[] {
  return operations.flatMap(({ body, responses }) => [
    ...(body ? [body.schema] : []),
    ...responses.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  ]);
}
