import type { ApiObject, FieldSet, Json } from '../api/types.js';
import { childAt, stepOf } from './field-set.js';
import { withoutManagedFields } from './yaml-view.js';

/** The field manager of the page. */
export const MANAGER = 'pilothouse-console';

/**
 * The object to apply for an edit: its identity, the fields that the edit changes, and those that the page already manages. The
 * page then manages no fields that the user only looked at. `edited` is the answer to applying the whole text as a dry run.
 */
export function intentOf(live: ApiObject, edited: ApiObject): Json {
  const before = fieldsOf(live);
  const set = changedFields(fieldsOf(edited), before, edited as unknown as Json, live as unknown as Json);
  const { apiVersion = '', kind = '', metadata } = edited;
  const { name, namespace } = metadata;
  const chosen = (set === undefined ? {} : extract(edited as unknown as Json, set)) as { readonly [key: string]: Json };
  const { metadata: rest, ...others } = chosen;
  return {
    apiVersion,
    kind,
    metadata: { ...(rest as object), name: name ?? '', ...(namespace !== undefined && { namespace }) } as Json,
    ...others,
  };
}

function fieldsOf({ metadata: { managedFields = [] } }: ApiObject): FieldSet {
  const own = managedFields.find(
    ({ manager, operation, subresource }) => manager === MANAGER && operation === 'Apply' && subresource === undefined,
  );
  return own?.fieldsV1 ?? {};
}

/** The part of a set whose values differ between two objects, or that the former set has. */
function changedFields(
  set: FieldSet,
  former: FieldSet | undefined,
  value: Json | undefined,
  live: Json | undefined,
): FieldSet | undefined {
  const keys = Object.keys(set).filter((key) => key !== '.');
  if (keys.length === 0) {
    return former !== undefined || JSON.stringify(value) !== JSON.stringify(live) ? set : undefined;
  }
  const kept: Record<string, FieldSet> = {};
  for (const key of keys) {
    const child = set[key];
    if (child === undefined) continue;
    const part = changedFields(child, former?.[key], childOf(value, key), childOf(live, key));
    if (part !== undefined) kept[key] = part;
  }
  const isNew = set['.'] !== undefined && (live === undefined || former?.['.'] !== undefined);
  return Object.keys(kept).length > 0 || isNew ? { ...kept, ...(isNew && { '.': {} }) } : undefined;
}

/** The fields of a set in a value. Items of lists keep their keys. */
function extract(value: Json | undefined, set: FieldSet): Json {
  const keys = Object.keys(set).filter((key) => key !== '.');
  if (keys.length === 0 && set['.'] === undefined) return value ?? null;
  if (Array.isArray(value)) {
    return keys.flatMap((key) => {
      const item = childOf(value, key);
      if (item === undefined) return [];
      const own = key.startsWith('k:') ? (JSON.parse(key.slice(2)) as object) : undefined;
      const chosen = extract(item, set[key] ?? {});
      return [own === undefined ? chosen : { ...own, ...(chosen as object) }];
    });
  }
  const entries = keys.flatMap((key) => {
    const child = childOf(value, key);
    return child === undefined ? [] : [[key.slice(2), extract(child, set[key] ?? {})] as const];
  });
  return Object.fromEntries(entries);
}

const childOf = (value: Json | undefined, key: string): Json | undefined => childAt(value, stepOf(value, key));

/** The text that an edit begins with: what users set. */
export function editable(object: ApiObject): Json {
  const { status: _status, metadata, ...rest } = withoutManagedFields(object) as unknown as ApiObject;
  const {
    uid: _uid,
    resourceVersion: _version,
    generation: _generation,
    creationTimestamp: _created,
    ...meta
  } = metadata;
  const { apiVersion, kind, ...others } = rest;
  return { apiVersion, kind, metadata: meta, ...others } as unknown as Json;
}
