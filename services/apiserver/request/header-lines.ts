import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { IncomingRequest } from './context.js';

/** One line of a request's head; the name is in lower case. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * The lines whose names begin so, in the order they came. Unlike the values that are put together for most headers, each
 * line stands for itself, and its bytes are read as UTF-8, since these lines name people and groups. Throws 400 where they are not.
 */
export function headerLines({ headers, rawHeaders }: IncomingRequest, prefix: string): HeaderLine[] {
  const lines: HeaderLine[] = [];
  if (rawHeaders === undefined) {
    for (const [name, value] of Object.entries(headers)) {
      if (name.startsWith(prefix)) for (const each of [value ?? []].flat()) lines.push([name, each]);
    }
    return lines;
  }
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (name.startsWith(prefix)) lines.push([name, utf8(name, rawHeaders[index + 1] ?? '')]);
  }
  return lines;
}

function utf8(name: string, value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    throw badRequest(`the header ${JSON.stringify(name)} is not UTF-8`);
  }
}

/** What stands behind a prefix of names, percent-decoded; a broken encoding stands for itself, as in Kubernetes. */
export function headerKey(name: string, prefix: string): string {
  const encoded = name.slice(prefix.length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
