import { Buffer } from 'node:buffer';
import type { MessageModel, MessageName, TypeModel } from './model.js';

/** Why `text` is not a valid default of a field of this type; undefined when it is. */
export function defaultError(
  type: TypeModel,
  text: string,
  find: (name: MessageName) => MessageModel | undefined,
): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `default ${text} is not JSON`;
  }
  return fits(type, value, find) ? undefined : `default ${text} does not fit the type`;
}

function fits(type: TypeModel, value: unknown, find: (name: MessageName) => MessageModel | undefined): boolean {
  switch (type.type) {
    case 'string':
      return typeof value === 'string' && (type.enum === undefined || type.enum.includes(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return (
        Number.isSafeInteger(value) &&
        (type.format === 'int64' || value === ((value as number) | 0)) &&
        (value as number) >= (type.minimum ?? -Infinity) &&
        (value as number) <= (type.maximum ?? Infinity)
      );
    case 'number':
      return typeof value === 'number';
    case 'bytes':
      return typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'quantity':
      return typeof value === 'string' && /^[+-]?\d+(\.\d+)?([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/.test(value);
    case 'intOrString':
      return typeof value === 'string' || Number.isInteger(value);
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(type.items, item, find));
    case 'map':
      return isRecord(value) && Object.values(value).every((item) => fits(type.values, item, find));
    case 'any':
      return isRecord(value);
    case 'struct':
      break;
  }
  if (!isRecord(value)) return false;
  const fields = find(type.message)?.fields ?? [];
  return Object.entries(value).every(([name, member]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return field !== undefined && fits(field.type, member, find);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
