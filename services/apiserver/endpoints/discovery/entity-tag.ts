import { createHash } from 'node:crypto';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';

/** Digest for entity tags: SHA-512 in upper-case hex, as in Kubernetes. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}

/** Bytes hashed per slice: a millisecond or two. */
const AT_ONCE = 1 << 20;

/** Like {@link digestOf} of all bytes. */
export async function digestInSlices(bytes: Uint8Array, maybeYield: Yielder): Promise<string> {
  const hash = createHash('sha512');
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    hash.update(bytes.subarray(at, at + AT_ONCE));
    await maybeYield();
  }
  return hash.digest('hex').toUpperCase();
}

export interface TaggedDocument {
  readonly bytes: Uint8Array;
  /** From {@link digestOf}. */
  readonly digest: string;
}

/** The document with its entity tag, or 304 if the client has it. */
export function taggedResponse(
  context: RequestContext,
  { bytes, digest }: TaggedDocument,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = `"${digest}"`;
  if (isKnown(context.header('if-none-match'), etag)) {
    const { 'content-type': _, ...others } = headers;
    return { status: 304, headers: { ...others, etag }, body: [] };
  }
  return { status: 200, headers: { ...headers, etag }, body: [bytes] };
}

/** Compares tags weakly (RFC 9110), since compressing proxies change the bytes. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
