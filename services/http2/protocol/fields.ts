const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** No control characters, and no surrounding white space. */
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
/** Connection-specific headers of HTTP/1.1. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a name may be sent: a token in lower case. */
export function isFieldName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a received value is valid. Each character is a byte. */
export function isFieldValue(value: string): boolean {
  return VALUE.test(value);
}

/** The error in a field of a received header block or trailers (RFC 9113, section 8.2); undefined if it is valid. */
export function fieldProblem(name: string, value: string): string | undefined {
  if (!NAME.test(name)) return `the header ${quoted(name)} has invalid characters`;
  if (!VALUE.test(value)) return `the value of the header ${name} has invalid characters`;
  if (CONNECTION_HEADERS.has(name)) return `the header ${name} is not allowed in HTTP/2`;
  if (name === 'te' && value !== 'trailers') return 'the header te must be trailers in HTTP/2';
  return undefined;
}

/** The error in trailers, alternating names and values; undefined if they are valid. They must not contain pseudo-headers. */
export function trailersProblem(fields: readonly string[]): string | undefined {
  for (let at = 0; at < fields.length; at += 2) {
    const problem = fieldProblem(fields[at] ?? '', fields[at + 1] ?? '');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The beginning of a name, for messages. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
