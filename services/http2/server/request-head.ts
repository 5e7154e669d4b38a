import { fieldProblem, isFieldValue, quoted } from '../protocol/fields.js';

/** The head of a request, in the form that all transports share. */
export interface RequestHead {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Alternating names and values, as received; `:authority` comes first, as `host`. */
  readonly rawHeaders: readonly string[];
  /** Attributes of the body. */
  readonly contentLength: number | undefined;
  readonly expectsContinue: boolean;
}

export type HeadReading =
  | { readonly type: 'head'; readonly head: RequestHead }
  /** A malformed request (RFC 9113, section 8.1.1). */
  | { readonly type: 'malformed'; readonly problem: string };

const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TARGET = /^(?:\/[\x21-\x7e\x80-\xff]*|\*)$/;
const PSEUDO_HEADERS: ReadonlySet<string> = new Set([':method', ':scheme', ':path', ':authority']);
/** Headers of which the first value counts, as over HTTP/1.1. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'etag',
  'expires',
  'from',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'user-agent',
]);

/**
 * Parses the fields of a request, alternating names and values. An invalid field makes the request malformed and is never
 * skipped, since it may be one for impersonation.
 */
export function readHead(fields: readonly string[]): HeadReading {
  const pseudo = new Map<string, string>();
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  let regularAt = -1;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    const value = fields[at + 1] ?? '';
    if (name.startsWith(':')) {
      if (regularAt >= 0) return malformed(`${name} follows regular headers`);
      if (!PSEUDO_HEADERS.has(name) || pseudo.has(name)) return malformed(`${quoted(name)} is unknown or repeated`);
      pseudo.set(name, value);
      continue;
    }
    if (regularAt < 0) regularAt = at;
    const problem = fieldProblem(name, value);
    if (problem !== undefined) return malformed(problem);
    const former = headers[name];
    if (former === undefined) headers[name] = value;
    else if (name === 'content-length' || name === 'host') return malformed(`the header ${name} is repeated`);
    else if (!SINGLE_HEADERS.has(name)) headers[name] = `${former}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return finish(pseudo, headers, regularAt < 0 ? [] : fields.slice(regularAt));
}

function finish(
  pseudo: ReadonlyMap<string, string>,
  headers: Record<string, string>,
  rawHeaders: readonly string[],
): HeadReading {
  const method = pseudo.get(':method') ?? '';
  const authority = pseudo.get(':authority');
  const target = pseudo.get(':path') ?? '';
  if (!METHOD.test(method)) return malformed(':method is absent or invalid');
  if (method === 'CONNECT') {
    if (pseudo.has(':path') || pseudo.has(':scheme') || !authority)
      return malformed('CONNECT requires only :authority');
  } else {
    if (!TARGET.test(target)) return malformed(':path is absent or invalid');
    if (!pseudo.has(':scheme')) return malformed(':scheme is absent');
  }
  if (authority !== undefined) {
    if (!isFieldValue(authority)) return malformed(':authority has invalid characters');
    if (headers['host'] !== undefined && headers['host'] !== authority) {
      return malformed(':authority and the header host differ');
    }
    headers['host'] = authority;
  }
  const { 'content-length': length, expect } = headers;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return malformed('the header content-length is not a number');
  return {
    type: 'head',
    head: {
      method,
      target,
      headers,
      rawHeaders: authority === undefined ? rawHeaders : ['host', authority, ...rawHeaders],
      contentLength: length === undefined ? undefined : Number(length),
      expectsContinue: expect?.toLowerCase() === '100-continue',
    },
  };
}

function malformed(problem: string): HeadReading {
  return { type: 'malformed', problem };
}
