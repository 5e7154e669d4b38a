/** A value that this process has written, in both forms. */
interface WrittenValue {
  readonly stored: Uint8Array;
  readonly value: Uint8Array;
}

/** A holder that is emptied when it is removed: a Map keeps removed values in tables that it has replaced, until a full collection. */
interface Held {
  written: WrittenValue | undefined;
}

/** Values that were written and whose events are not yet seen. */
export interface Written {
  readonly add: (key: string, written: WrittenValue) => void;
  /** The clear value of stored bytes, if they are the last that were written to the key. It is then forgotten. */
  readonly take: (key: string, stored: Uint8Array) => Uint8Array | undefined;
}

/** Limits: a write whose event is late, or that failed, must not hold memory. */
const MAX_VALUES = 512;
const MAX_BYTES = 8 * 1024 * 1024;

export function createWritten(): Written {
  const values = new Map<string, Held>();
  let bytes = 0;

  function forget(key: string): void {
    const held = values.get(key);
    if (held === undefined) return;
    bytes -= held.written?.value.byteLength ?? 0;
    held.written = undefined;
    values.delete(key);
  }

  return {
    add(key, written) {
      forget(key);
      values.set(key, { written });
      bytes += written.value.byteLength;
      while (values.size > MAX_VALUES || bytes > MAX_BYTES) {
        const [oldest] = values.keys();
        if (oldest === undefined) break;
        forget(oldest);
      }
    },
    take(key, stored) {
      const found = values.get(key)?.written;
      if (found === undefined || Buffer.compare(found.stored, stored) !== 0) return undefined;
      forget(key);
      return found.value;
    },
  };
}
