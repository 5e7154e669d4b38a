import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** The Status object of an error, for any encoding. */
export function statusObject(error: StatusError): JsonObject {
  return Object.assign(newObject(), parseJson(JSON.stringify(error.toStatus())).value);
}
