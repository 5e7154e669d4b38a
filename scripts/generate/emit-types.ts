import type { TypeModel } from './model.js';

/** Imports of the names that a type needs. */
export interface TypeNames {
  readonly struct: (type: TypeModel & { readonly type: 'struct' }) => string;
  readonly int64: () => string;
  readonly json: (type: 'JsonObject' | 'JsonValue') => string;
}

/** The TypeScript type of a value of this Schema, in its JSON form. */
export function fieldTypeText(type: TypeModel, names: TypeNames): string {
  switch (type.type) {
    case 'string':
    case 'bytes':
    case 'time':
    case 'quantity':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'integer':
      return type.format === 'int64' ? names.int64() : 'number';
    case 'intOrString':
      return 'number | string';
    case 'any':
      return names.json(type.encoding === 'fieldsV1' ? 'JsonObject' : 'JsonValue');
    case 'struct':
      return names.struct(type);
    case 'map':
      return `{ [key: string]: ${fieldTypeText(type.values, names)} }`;
    case 'list':
      break;
  }
  const items = fieldTypeText(type.items, names);
  return items.includes(' ') && !items.endsWith('}') ? `(${items})[]` : `${items}[]`;
}
