import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** A media range of an Accept header. */
export interface MediaRange {
  /** Lower case; `*` for any. */
  readonly type: string;
  readonly subtype: string;
  /** Without `q`; names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/**
 * Ranges in order of preference: quality, then specificity, then order. Quality 0 is omitted. As in Kubernetes, a lone
 * `*` means any type, and an invalid quality is the lowest.
 */
export function parseAccept(header: string): MediaRange[] {
  return header
    .split(',')
    .map(parseRange)
    .filter((range) => range !== undefined)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || exactness(b) - exactness(a));
}

function parseRange(text: string): MediaRange | undefined {
  const [media = '', ...rest] = text.split(';').map((part) => part.trim());
  const match = /^([^/\s]+)\/([^/\s]+)$/.exec(media === '*' ? '*/*' : media.toLowerCase());
  if (match === null) return undefined;
  const [, type = '', subtype = ''] = match;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals === -1) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    const value = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (name === 'q') quality = value === '' || Number.isNaN(Number(value)) ? Number.MIN_VALUE : Number(value);
    else parameters.set(name, value);
  }
  return { type, subtype, parameters, quality };
}

function exactness({ type, subtype }: MediaRange): number {
  if (type === '*') return 0;
  return subtype === '*' ? 1 : 2;
}

/** Whether the range matches the media type (`application/json`). The caller checks parameters. */
export function rangeMatches(range: MediaRange, mediaType: string): boolean {
  const [type, subtype] = mediaType.split('/');
  return (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype);
}

/** The error for a header that accepts none of the offered media types. */
export function notAcceptable(offered: readonly string[]): StatusError {
  return new StatusError('NotAcceptable', `only the following media types are accepted: ${offered.join(', ')}`);
}
