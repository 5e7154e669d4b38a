import { keyBytes, prefixEnd, textBytes } from '../keys.js';
import type { Entry } from '../store.js';
import type { KeyValue } from './messages.js';

/** Where the keys of one store lie among those of etcd. */
export interface Keyspace {
  key(key: string): Buffer;
  /** The keys that begin with `prefix`, from `start` on; undefined when that is empty for sure. */
  range(prefix: string, start?: string): KeyRange | undefined;
  /** A key that the store may read and that needs not be there. */
  readonly probe: Buffer;
  /** Its value is a view of the answer it came in. */
  entry(keyValue: KeyValue): Entry;
  /** With a value of its own: whoever keeps it does not keep all else that came with it. */
  ownEntry(keyValue: KeyValue): Entry;
  /** The key without the store's prefix. */
  name(key: Buffer): string;
}

/** As etcd takes it: `rangeEnd` is exclusive, and one NUL means "to the end". */
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
