import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { User } from '../request/user.js';
import type { Witness } from './witnesses.js';

/** The payload of a token. */
export type Claims = JsonObject;

/** What a token is good for, as long as its witnesses stand by it. */
export interface Credential {
  readonly user: User;
  readonly witnesses: readonly Witness[];
}

/** A text that is not empty; undefined for everything else. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text, or the texts in a list. */
export function textsIn(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string');
}
