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

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** No control characters, and no surrounding white space. */
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
const TARGET = /^(?:\/[\x21-\x7e\x80-\xff]*|\*)$/;
const PSEUDO_HEADERS: ReadonlySet<string> = new Set([':method', ':scheme', ':path', ':authority']);
/** Connection-specific headers of HTTP/1.1. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
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
      if (!PSEUDO_HEADERS.has(name) || pseudo.has(name)) return malformed(`${show(name)} is unknown or repeated`);
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

/** The error in trailers; undefined if they are valid. They must not contain pseudo-headers. */
export function trailersProblem(fields: readonly string[]): string | undefined {
  for (let at = 0; at < fields.length; at += 2) {
    const problem = fieldProblem(fields[at] ?? '', fields[at + 1] ?? '');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `the header ${show(name)} has invalid characters`;
  if (!VALUE.test(value)) return `the value of the header ${name} has invalid characters`;
  if (CONNECTION_HEADERS.has(name)) return `the header ${name} is not allowed in HTTP/2`;
  if (name === 'te' && value !== 'trailers') return 'the header te must be trailers in HTTP/2';
  return undefined;
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
    if (!VALUE.test(authority)) return malformed(':authority has invalid characters');
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

function show(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
