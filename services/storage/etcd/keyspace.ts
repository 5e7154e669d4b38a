import { keyBytes, prefixEnd, textBytes } from '../keys.js';
import type { Entry } from '../store.js';
import type { KeyValue } from './messages.js';

/** Maps the keys of one store to keys of etcd. */
export interface Keyspace {
  key(key: string): Buffer;
  /** The range of keys with `prefix`, from `start` on; undefined when it is certainly empty. */
  range(prefix: string, start?: string): KeyRange | undefined;
  /** A key in the store's range that need not exist. */
  readonly probe: Buffer;
  /** The value is a view of the response buffer. */
  entry(keyValue: KeyValue): Entry;
  /** The value is a copy, so that keeping it does not keep the response buffer alive. */
  ownEntry(keyValue: KeyValue): Entry;
  /** The key without the store's prefix. */
  name(key: Buffer): string;
}

/** A range in etcd's form: `rangeEnd` is exclusive, and a single NUL means "to the end". */
export interface KeyRange {
  readonly key: Buffer;
  readonly rangeEnd: Buffer;
}

const NUL = Buffer.of(0);

export function createKeyspace(storePrefix: string): Keyspace {
  const base = textBytes(storePrefix);
  const name = (key: Buffer) => key.toString('utf8', base.length);
  return {
    key: (key) => Buffer.concat([base, keyBytes(key)]),
    range(prefix, start = '') {
      const first = Buffer.concat([base, textBytes(prefix)]);
      const from = Buffer.concat([base, textBytes(start)]);
      const end = prefixEnd(first);
      const key = Buffer.compare(from, first) > 0 ? from : first;
      if (end !== undefined && Buffer.compare(key, end) >= 0) return undefined;
      return { key: key.length === 0 ? NUL : key, rangeEnd: end ?? NUL };
    },
    probe: base.length === 0 ? NUL : base,
    ownEntry: ({ key, value, modRevision }) => ({ key: name(key), value: Buffer.from(value), revision: modRevision }),
    entry: ({ key, value, modRevision }) => ({ key: name(key), value, revision: modRevision }),
    name,
  };
}
