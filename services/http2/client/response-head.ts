import { fieldProblem, quoted } from '../protocol/fields.js';

/** The head of a response. Values of a repeated header are joined by commas. */
export interface ResponseHead {
  readonly type: 'head';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The length of the body; undefined without content-length. */
  readonly contentLength: number | undefined;
}

export type ResponseReading =
  | ResponseHead
  /** An informational response; another one follows. */
  | { readonly type: 'interim' }
  | { readonly type: 'malformed'; readonly problem: string };

const STATUS = /^[1-9]\d\d$/;
const LENGTH = /^\d{1,15}$/;

/** Parses the fields of a response (RFC 9113, section 8.3.2), alternating names and values. */
export function readResponseHead(fields: readonly string[]): ResponseReading {
  const [pseudo = '', status = ''] = fields;
  if (pseudo !== ':status' || !STATUS.test(status)) return malformed(':status is absent or invalid');
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = 2; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    const value = fields[at + 1] ?? '';
    if (name.startsWith(':')) return malformed(`${quoted(name)} is unknown, repeated or after a regular header`);
    const problem = fieldProblem(name, value);
    if (problem !== undefined) return malformed(problem);
    const former = headers[name];
    headers[name] = former === undefined ? value : `${former}, ${value}`;
  }
  if (status.startsWith('1')) return status === '101' ? malformed('HTTP/2 has no upgrades') : { type: 'interim' };
  const length = headers['content-length'];
  if (length !== undefined && !LENGTH.test(length)) return malformed('the header content-length is not a number');
  return {
    type: 'head',
    status: Number(status),
    headers,
    contentLength: length === undefined ? undefined : Number(length),
  };
}

function malformed(problem: string): ResponseReading {
  return { type: 'malformed', problem };
}
