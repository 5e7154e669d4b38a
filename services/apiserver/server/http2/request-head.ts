/** The head of a request, as the API expects it of any transport. */
export interface RequestHead {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as they came; `:authority` stands first, as `host`. */
  readonly rawHeaders: readonly string[];
  /** What the request says of its body. */
  readonly contentLength: number | undefined;
  readonly expectsContinue: boolean;
}

export type HeadReading =
  | { readonly type: 'head'; readonly head: RequestHead }
  /** RFC 9113 calls such requests malformed (section 8.1.1). */
  | { readonly type: 'malformed'; readonly problem: string };

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** No control characters, and no blanks around it. */
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
const TARGET = /^(?:\/[\x21-\x7e\x80-\xff]*|\*)$/;
const PSEUDO_HEADERS: ReadonlySet<string> = new Set([':method', ':scheme', ':path', ':authority']);
/** Headers of one HTTP/1.1 connection. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** Of these the first one counts, as over HTTP/1.1. */
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
 * Reads the fields of a request, names and values in turn. No field is ever left out: one that is dropped may be the one that
 * says as whom the request is made.
 */
export function readHead(fields: readonly string[]): HeadReading {
  const pseudo = new Map<string, string>();
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  let regularAt = -1;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    const value = fields[at + 1] ?? '';
    if (name.startsWith(':')) {
      if (regularAt >= 0) return malformed(`${name} comes behind other headers`);
      if (!PSEUDO_HEADERS.has(name) || pseudo.has(name)) return malformed(`${show(name)} is unknown, or there twice`);
      pseudo.set(name, value);
      continue;
    }
    if (regularAt < 0) regularAt = at;
    const problem = fieldProblem(name, value);
    if (problem !== undefined) return malformed(problem);
    const former = headers[name];
    if (former === undefined) headers[name] = value;
    else if (name === 'content-length' || name === 'host') return malformed(`the header ${name} is there twice`);
    else if (!SINGLE_HEADERS.has(name)) headers[name] = `${former}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return finish(pseudo, headers, regularAt < 0 ? [] : fields.slice(regularAt));
}

/** What is wrong with the fields after a body; undefined where they are valid. They may not have pseudo-headers. */
export function trailersProblem(fields: readonly string[]): string | undefined {
  for (let at = 0; at < fields.length; at += 2) {
    const problem = fieldProblem(fields[at] ?? '', fields[at + 1] ?? '');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `the header ${show(name)} has characters that no name has`;
  if (!VALUE.test(value)) return `the header ${name} has characters that no value has there`;
  if (CONNECTION_HEADERS.has(name)) return `the header ${name} has no place in HTTP/2`;
  if (name === 'te' && value !== 'trailers') return 'the header te has no other value than trailers in HTTP/2';
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
  if (!METHOD.test(method)) return malformed('there is no valid :method');
  if (method === 'CONNECT') {
    if (pseudo.has(':path') || pseudo.has(':scheme') || !authority) return malformed('CONNECT has an :authority alone');
  } else {
    if (!TARGET.test(target)) return malformed('there is no valid :path');
    if (!pseudo.has(':scheme')) return malformed('there is no :scheme');
  }
  if (authority !== undefined) {
    if (!VALUE.test(authority)) return malformed(':authority has characters that no value has there');
    if (headers['host'] !== undefined && headers['host'] !== authority) {
      return malformed(':authority and the header host are not the same');
    }
    headers['host'] = authority;
  }
  const { 'content-length': length, expect } = headers;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return malformed('the header content-length is no number');
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
