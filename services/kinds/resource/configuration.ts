import type { DeviceConfiguration } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { fieldPath, invalid, required, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';

/** In bytes of JSON. */
export const MAX_DATA = 10 * 1024;

/** Validates a configuration (Kubernetes' validateDeviceConfiguration). Parameters that are `isStored` can be larger. */
export function validateConfiguration(
  { opaque }: DeviceConfiguration,
  path: string,
  { isStored = false } = {},
): FieldError[] {
  const field = fieldPath(path, 'opaque');
  if (opaque === undefined) return [required(field)];
  return [
    ...validateDriverName(opaque.driver, fieldPath(field, 'driver')),
    ...validateData(opaque.parameters, fieldPath(field, 'parameters'), isStored ? Infinity : MAX_DATA),
  ];
}

/** Validates data of a driver: an object (Kubernetes' validateRawExtension). */
export function validateData(data: JsonValue | undefined, field: string, maxLength: number): FieldError[] {
  if (data === undefined || data === null) return [required(field)];
  if (utf8Length(writeJson(data)) > maxLength) return [tooLong(field, maxLength)];
  return isObject(data) ? [] : [invalid(field, '<value omitted>', 'must be a valid JSON object')];
}
