import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The Status that says that something was done. */
export function successStatus(): JsonObject {
  return Object.assign(newObject(), { kind: 'Status', apiVersion: 'v1', metadata: newObject(), status: 'Success' });
}
