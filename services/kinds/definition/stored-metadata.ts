const BEFORE_METADATA = '"metadata":';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The JSON of a stored object's metadata, a view of `value`. Reads nothing behind it: metadata is the first field after kind and
 * apiVersion, neither of which can contain a quote. Throws if the value is not in the stored form.
 */
export function storedMetadata(value: Uint8Array): Buffer {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const name = bytes.indexOf(BEFORE_METADATA);
  const start = name + BEFORE_METADATA.length;
  if (name === -1 || bytes[start] !== OPEN_BRACE) throw new Error('the value has no metadata');
  return bytes.subarray(start, endOfObject(bytes, start));
}

/** The index after the object that begins at `start`. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = closingQuote(bytes, at);
    else if (byte === OPEN_BRACE) depth++;
    else if (byte === CLOSE_BRACE && --depth === 0) return at + 1;
  }
  throw new Error('the metadata of the value has no end');
}

function closingQuote(bytes: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
