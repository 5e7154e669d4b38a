import type { ApiObject, FieldSet, Json } from '../api/types.js';
import type { Path } from './yaml-lines.js';

/** A manager of a field. */
export interface Owner {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
  readonly time: string;
}

/** The managers of each field, by its path as JSON. */
export function managersOf(object: ApiObject): ReadonlyMap<string, readonly Owner[]> {
  const found = new Map<string, Owner[]>();
  for (const { manager = '', operation = '', time = '', subresource, fieldsV1 = {} } of object.metadata.managedFields ??
    []) {
    const owner = { manager: subresource === undefined ? manager : `${manager} (${subresource})`, operation, time };
    visit(fieldsV1, object as unknown as Json, [], (path) => {
      const key = JSON.stringify(path);
      const owners = found.get(key);
      if (owners === undefined) found.set(key, [owner]);
      else owners.push(owner);
    });
  }
  return found;
}

/** Calls `onField` for each leaf of a field set that is in the value. */
function visit(set: FieldSet, value: Json | undefined, path: Path, onField: (path: Path) => void): void {
  const keys = Object.keys(set);
  if (path.length > 0 && (keys.length === 0 || set['.'] !== undefined)) onField(path);
  for (const key of keys) {
    const step = stepOf(key, value);
    const child = step === undefined ? undefined : childOf(value, step);
    if (step !== undefined && child !== undefined) visit(set[key] ?? {}, child, [...path, step], onField);
  }
}

/** The field name or list index of a key of a field set. */
function stepOf(key: string, value: Json | undefined): string | number | undefined {
  const text = key.slice(2);
  switch (key.slice(0, 2)) {
    case 'f:':
      return text;
    case 'i:':
      return Number(text);
    case 'k:': {
      const wanted = Object.entries(parsed(text) ?? {});
      return indexOf(value, (item) => wanted.every(([name, part]) => same(childOf(item, name), part as Json)));
    }
    case 'v:': {
      const wanted = parsed(text);
      return indexOf(value, (item) => same(item, wanted as Json));
    }
    default:
      return undefined;
  }
}

function indexOf(value: Json | undefined, matches: (item: Json) => boolean): number | undefined {
  const index = Array.isArray(value) ? (value as readonly Json[]).findIndex(matches) : -1;
  return index < 0 ? undefined : index;
}

function childOf(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
  return Object.hasOwn(value, step) ? (value as Readonly<Record<string, Json | undefined>>)[step] : undefined;
}

/** A default that a key of a list item has may be left out of the item. */
const same = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
