import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';

/** Characters of a path that need an escape (RFC 3986, and `!'()*` as in Go). */
const ESCAPED = /[^\w.~$&+,/:;=@-]/g;

/** The path with its escapes resolved. Each character is a byte. Throws 400. */
export function decodedPath(path: string): string {
  return path.replaceAll(/%(.{0,2})/g, (escape, digits: string) => {
    if (!/^[\da-f]{2}$/i.test(digits)) throw badRequest(`invalid URL escape ${JSON.stringify(escape)}`);
    return String.fromCharCode(Number.parseInt(digits, 16));
  });
}

/** The shortest path with the same meaning, without `.`, `..` and empty segments. A slash at the end stays. */
export function cleanPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const clean = segments.map((segment) => `/${segment}`).join('');
  return path.endsWith('/') ? `${clean}/` : clean;
}

/** Escapes the bytes of a decoded path. */
export function encodedPath(path: string): string {
  return path.replaceAll(ESCAPED, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
