/** An invalid UTF-8 sequence. */
export interface InvalidUtf8 {
  /** The text before the first invalid byte. */
  readonly validPrefix: string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes bytes, including a byte order mark; returns the valid prefix if they are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | InvalidUtf8 {
  try {
    return strict.decode(bytes);
  } catch {
    return { validPrefix: validPrefix(bytes) };
  }
}

/** The decoder replaces invalid sequences by U+FFFD; the first one not in the bytes marks the position. */
function validPrefix(bytes: Uint8Array): string {
  const text = lenient.decode(bytes);
  let offset = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd && !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd)) {
      return text.slice(0, index);
    }
    // Each surrogate stands for two of the four bytes.
    offset += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return text;
}
