import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';

type Rest = Omit<Step, 'method' | 'path' | 'body'>;

/** Content types of patches. */
export const PATCHES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export const get = (path: string, rest: Rest = {}): Step => ({ method: 'GET', path, ...rest });

export const create = (path: string, body: JsonValue, rest: Rest = {}): Step => ({
  method: 'POST',
  path,
  body,
  ...rest,
});

export const update = (path: string, body: JsonValue, rest: Rest = {}): Step => ({
  method: 'PUT',
  path,
  body,
  ...rest,
});

export const patch = (path: string, type: keyof typeof PATCHES, body: JsonValue, rest: Rest = {}): Step => ({
  method: 'PATCH',
  path,
  body,
  ...rest,
  headers: { 'content-type': PATCHES[type], ...rest.headers },
});

/** A server-side apply by a manager. */
export const apply = (path: string, fieldManager: string, body: JsonValue, rest: Rest = {}): Step =>
  patch(path, 'apply', body, { ...rest, query: { fieldManager, ...rest.query } });

export const remove = (path: string, body?: JsonValue, rest: Rest = {}): Step => ({
  method: 'DELETE',
  path,
  ...(body !== undefined && { body }),
  ...rest,
});
