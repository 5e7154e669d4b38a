/** A byte sequence that is not UTF-8. */
export interface InvalidUtf8 {
  /** What stands before the first wrong byte. */
  readonly validPrefix: string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of `bytes`, a byte order mark included; or what is valid of it, where some is not. */
export function decodeUtf8(bytes: Uint8Array): string | InvalidUtf8 {
  try {
    return strict.decode(bytes);
  } catch {
    return { validPrefix: validPrefix(bytes) };
  }
}

/** A decoder puts U+FFFD for each wrong sequence: the first one that is not in the bytes marks the place. */
function validPrefix(bytes: Uint8Array): string {
  const text = lenient.decode(bytes);
  let offset = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd && !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd)) {
      return text.slice(0, index);
    }
    // Each half of a surrogate pair stands for two of its four bytes.
    offset += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return text;
}
