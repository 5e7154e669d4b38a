import { indexElement, valueElement, type PathElement } from '../fieldpath/element.js';
import { canonicalJson } from '../fieldpath/canonical.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { ListType, Type } from './type.js';

/** The kind of a value. Null, and a value of a disallowed kind, count as the first allowed kind. */
export type Kind = 'object' | 'scalar' | 'list';

export function kindOf(type: Type, value: JsonValue): Kind {
  const kind = ownKind(value);
  if (kind !== undefined && type[kind] !== undefined) return kind;
  if (type.object !== undefined) return 'object';
  return type.scalar === undefined ? 'list' : 'scalar';
}

function ownKind(value: JsonValue): Kind | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object') return 'scalar';
  return Array.isArray(value) ? 'list' : 'object';
}

/** Null, `{}`, `[]` or undefined. */
export function isBare(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === undefined;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/**
 * The path element of a set or map item. Items that violate their list type, which only stored objects have, are
 * identified by index.
 */
export function itemElement(type: ListType, item: JsonValue, index: number): PathElement {
  if (type.relation === 'set') {
    return typeof item === 'object' ? indexElement(index) : valueElement(item);
  }
  return (isObject(item) ? keyElement(type, item) : undefined) ?? indexElement(index);
}

/** Undefined if the item has none of the keys. The present keys identify it. */
function keyElement({ keys }: ListType, item: JsonObject): PathElement | undefined {
  let text = '';
  for (const key of keys) {
    const value = item[key.name];
    const json = value === undefined ? key.default : canonicalJson(value);
    if (json !== undefined) text += `${text === '' ? '' : ','}${key.label}${json}`;
  }
  return text === '' ? undefined : `k:{${text}}`;
}
