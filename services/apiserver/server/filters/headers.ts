import type { Filter } from '../../request/context.js';
import { AUDIT_ID_HEADER } from './audit-id.js';

/** Maximum number of characters of all warnings of a response, as in Kubernetes. */
const MAX_TOTAL = 4 * 1024;
/** Each warning is truncated to this length if all together are too long. */
const MAX_EACH = 256;

/**
 * Adds the headers that do not depend on the endpoint: the audit ID, how flow control classified the request, and its warnings
 * (RFC 7234, section 5.5), each text once.
 */
export const addHeaders: Filter = (next) => async (context) => {
  const response = await next(context);
  const { auditId, warnings, flowHeaders } = context;
  // V8 adds the fields of a second spread one by one, which takes three times as long.
  const warning = warnings.length > 0 && { warning: warningHeader([...new Set(warnings)]) };
  const headers = Object.assign({}, response.headers, flowHeaders, warning, { [AUDIT_ID_HEADER]: auditId });
  return { ...response, headers };
};

/** Header with several warnings, separated by commas. */
function warningHeader(texts: readonly string[]): string {
  const characters = texts.map((text) => Array.from(text));
  const total = characters.reduce((sum, { length }) => sum + length, 0);
  if (total <= MAX_TOTAL) return texts.map(warningValue).join(', ');
  const short: string[] = [];
  let used = 0;
  for (const text of characters) {
    if (used >= MAX_TOTAL) break;
    const cut = text.slice(0, MAX_EACH);
    used += cut.length;
    short.push(warningValue(cut.join('')));
  }
  return short.join(', ');
}

/** Replaces control characters with spaces. Other characters are sent as UTF-8. */
function warningValue(text: string): string {
  const quoted = text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&');
  return `299 - "${Buffer.from(quoted, 'utf8').toString('latin1')}"`;
}
