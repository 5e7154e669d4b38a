import { ownValue, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';

export type Container = JsonArray | JsonObject;

/**
 * The decoded reference tokens of a JSON pointer (RFC 6901), empty for the whole document; undefined if it is invalid.
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

export function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

/**
 * The index that `token` denotes among `length` items; undefined if there is none. As in Kubernetes, and unlike RFC
 * 6901, `-1` is the last item.
 */
export function arrayIndex(token: string, length: number): number | undefined {
  if (!/^(?:0|-?[1-9]\d*)$/.test(token)) return undefined;
  const index = Number(token) < 0 ? Number(token) + length : Number(token);
  return index >= 0 && index < length ? index : undefined;
}

/** The member or item for `token`; undefined if there is none. */
export function child(container: Container, token: string): JsonValue | undefined {
  if (!Array.isArray(container)) return ownValue(container, token);
  const index = arrayIndex(token, container.length);
  return index === undefined ? undefined : container[index];
}

/** The value at `tokens`; undefined if there is none. */
export function find(document: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const token of tokens) {
    if (!isContainer(value)) return undefined;
    value = child(value, token);
  }
  return value;
}
