import type { KindsByDefinition, GroupVersionKind } from '@pilothouse/apimachinery/openapi/definitions.js';
import type { PublishedSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** A part of the API as neither version of OpenAPI spells it; both writers read it. */
export interface ApiDescription {
  /** Such as `api/v1`: where OpenAPI 3.0 has it. */
  readonly name: string;
  /** Described when they are asked for, one after the other: descriptions are larger than what they describe. */
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
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** Unique in the whole API. */
  readonly id: string;
  readonly tag: string;
  readonly description: string;
  /** Besides those of the path. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  /** Every operation can also answer 401. */
  readonly responses: readonly OperationResponse[];
  /** Media types of the responses. */
  readonly produces: readonly string[];
  /** What it does to which kind; absent where it is not about a resource. */
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
  readonly schema: PublishedSchema;
}

/** Of responses, by their codes. */
export const CODE_TEXTS = { 200: 'OK', 201: 'Created', 202: 'Accepted', 401: 'Unauthorized' } as const;

/** How clients prove who they are; the same words in both versions. */
export const BEARER_TOKEN = {
  type: 'apiKey',
  name: 'authorization',
  in: 'header',
  description: 'Bearer token',
} as const;

/** The types that the operations of a path take and give. */
export function schemasOf({ operations }: PathDescription): PublishedSchema[] {
  return operations.flatMap(({ body, responses }) => [
    ...(body ? [body.schema] : []),
    ...responses.map(({ schema }) => schema),
  ]);
}
