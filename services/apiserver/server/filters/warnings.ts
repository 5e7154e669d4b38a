import type { Filter } from '../../request/context.js';

/** The most bytes that all warnings of a response may have together, as in Kubernetes. */
const MAX_BYTES = 4 * 1024;
/** A single one is cut to this many characters once all of them are too long. */
const MAX_CHARACTERS = 256;

/** Sends what was warned of as Warning headers (RFC 7234, section 5.5), each text once. */
export const sendWarnings: Filter = (next) => async (context) => {
  const response = await next(context);
  if (context.warnings.length === 0) return response;
  const warning = warningHeader([...new Set(context.warnings)]);
  return { ...response, headers: { ...response.headers, warning } };
};

/** Several warnings stand in one header, with commas between them. */
function warningHeader(texts: readonly string[]): string {
  const headers = texts.map(warningValue);
  if (Buffer.byteLength(headers.join(', ')) <= MAX_BYTES) return headers.join(', ');
  const short: string[] = [];
  let left = MAX_BYTES;
  for (const text of texts) {
    const header = warningValue(Array.from(text).slice(0, MAX_CHARACTERS).join(''));
    left -= Buffer.byteLength(header) + 2;
    if (left < 0) break;
    short.push(header);
  }
  return short.join(', ');
}

/** Control characters have no place in a header; what is not ASCII is sent as UTF-8. */
function warningValue(text: string): string {
  const quoted = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  return `299 - "${Buffer.from(quoted, 'utf8').toString('latin1')}"`;
}
