import assert from 'node:assert/strict';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

export interface FoundOperation {
  /** Method and path. */
  readonly route: string;
  readonly operation: JsonObject;
  readonly item: JsonObject;
}

export function operationsOf(document: JsonObject): FoundOperation[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        route: `${method} ${path}`,
        operation: asObject(operation),
        item: asObject(item),
      })),
  );
}

export function operationById(document: JsonObject, id: string): FoundOperation {
  const found = operationsOf(document).find(({ operation }) => operation['operationId'] === id);
  assert.ok(found, id);
  return found;
}

/** The parameters of an operation or a path, with references resolved. */
export function parametersOf(document: JsonObject, { parameters = [] }: JsonObject): JsonObject[] {
  return asArray(parameters)
    .map(asObject)
    .map((each) => (each['$ref'] === undefined ? each : asObject(asObject(document['parameters'])[referenceOf(each)])));
}

export function schemasIn(document: JsonObject): JsonObject {
  return asObject(asObject(document['components'])['schemas']);
}

/** The type of a response in either version. All media types have the same. */
export function answerOf(response: JsonValue): string {
  const { schema, content } = asObject(response);
  if (schema !== undefined) return referenceOf(schema);
  const types = Object.values(asObject(content)).map((media) => referenceOf(asObject(media)['schema']));
  assert.equal(new Set(types).size, 1);
  return types[0] ?? '';
}

export function referenceOf(schema: JsonValue | undefined): string {
  const { $ref } = asObject(schema);
  assert.ok(typeof $ref === 'string');
  return $ref.replace(/^.*\//, '');
}

export function isResolved(document: JsonObject, reference: string): boolean {
  let value: JsonValue | undefined = document;
  for (const key of reference.replace(/^#\//, '').split('/')) value = isObject(value) ? value[key] : undefined;
  return isObject(value);
}

export function* referencesIn(value: JsonValue): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
  }
}

export function asObject(value: JsonValue | undefined): JsonObject {
  assert.ok(isObject(value));
  return value;
}

export function asArray(value: JsonValue | undefined): JsonValue[] {
  assert.ok(Array.isArray(value));
  return value;
}

/** With prototypes of literals, for comparison. */
export function plain(value: JsonValue | undefined): unknown {
  return JSON.parse(JSON.stringify(value));
}
