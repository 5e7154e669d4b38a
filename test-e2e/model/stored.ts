import type { LogEntry } from './history.js';
import { isOfModel } from './replica.js';

export interface StoredChange {
  readonly key: string;
  /** Undefined for a deletion. */
  readonly value: string | undefined;
  readonly revision: number;
}

interface StoredObject {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

/** A change in the store; undefined for keys outside the model. Keys of the model begin with `prefix`. */
export function logEntry(prefix: string, { key, value, revision }: StoredChange): LogEntry | undefined {
  const path = key.slice(prefix.length);
  if (!key.startsWith(prefix) || !isOfModel(path)) return undefined;
  if (value === undefined) return { revision, key: path, state: undefined };
  const { metadata, data } = JSON.parse(value) as StoredObject;
  const { id = '', ...fields } = data ?? {};
  return { revision, key: path, state: { id, labels: metadata.labels ?? {}, fields } };
}
