/** The UTF-8 bytes of a key. Throws a TypeError for an empty key, NUL or an unpaired surrogate. */
export function keyBytes(key: string): Buffer {
  if (key === '') throw new TypeError('a key must not be empty');
  return textBytes(key);
}

/** Same as {@link keyBytes}, for a prefix or start key, which may be empty. */
export function textBytes(text: string): Buffer {
  if (text.includes('\0')) throw new TypeError(`${JSON.stringify(text)} contains NUL, which is not allowed in a key`);
  if (/\p{Surrogate}/u.test(text)) throw new TypeError(`${JSON.stringify(text)} is not well-formed Unicode`);
  return Buffer.from(text, 'utf8');
}

/** The end of the key range with this prefix (exclusive), as in etcd; undefined for the empty prefix. */
export function prefixEnd(prefix: Uint8Array): Buffer | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const byte = prefix[last] ?? 0;
    if (byte === 0xff) continue;
    const end = Buffer.from(prefix.subarray(0, last + 1));
    end[last] = byte + 1;
    return end;
  }
  return undefined;
}
