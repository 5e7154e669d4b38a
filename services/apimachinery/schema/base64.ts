/** Canonical base64: padded, with zero bits at its end. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Invalid base64; the message is Go's. */
export class Base64Error extends Error {
  override readonly name = 'Base64Error';
}

/**
 * Canonicalises base64. Line breaks and stray bits after the last byte are accepted, as in Go; padding is required.
 * Throws Base64Error.
 */
export function canonicalBase64(text: string): string {
  if (CANONICAL.test(text)) return text;
  const fault = firstFault(text);
  if (fault !== undefined) throw new Base64Error(`illegal base64 data at input byte ${fault}`);
  const joined = text.replaceAll(/[\r\n]/g, '');
  const last = joined.indexOf('=') - 1;
  if (last < 0) return joined;
  const kept = joined.endsWith('==') ? 0b110000 : 0b111100;
  const digit = ALPHABET.charAt(ALPHABET.indexOf(joined.charAt(last)) & kept);
  return `${joined.slice(0, last)}${digit}${joined.slice(last + 1)}`;
}

/** Where Go's decoder fails: at the first invalid byte, or at the start of an incomplete group. */
function firstFault(text: string): number | undefined {
  let digits = 0;
  let padding = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\r' || char === '\n') continue;
    if (char === '=') {
      if (digits % 4 < 2 || padding + (digits % 4) >= 4) return index;
      padding += 1;
    } else {
      if (padding > 0 || !ALPHABET.includes(char)) return index;
      digits += 1;
    }
  }
  if ((digits + padding) % 4 === 0) return undefined;
  return padding > 0 ? text.length : text.length - (digits % 4);
}
