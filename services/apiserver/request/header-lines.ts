import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { IncomingRequest } from './context.js';

/** One header line; the name is in lower case. */
export type HeaderLine = readonly [name: string, value: string];

/**
 * The header lines whose names have the prefix, in order. Repeated lines are not joined, and their bytes are decoded as UTF-8,
 * since these headers contain names of users and groups. Throws 400 for invalid UTF-8.
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

/** The percent-decoded rest of a header name after its prefix. An invalid encoding stays as it is, as in Kubernetes. */
export function headerKey(name: string, prefix: string): string {
  const encoded = name.slice(prefix.length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
