import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The Status of a successful POST. */
export function successStatus(): JsonObject {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: newObject(), status: 'Success', code: 201 };
  return Object.assign(newObject(), status);
}
