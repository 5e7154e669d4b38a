import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';

/** The parts of an RFC 3339 time, with what Go calls them. */
const PARTS: readonly (readonly [part: RegExp, layout: string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d{2}/, '01'],
  [/^-/, '-'],
  [/^\d{2}/, '02'],
  [/^T/, 'T'],
  [/^\d{2}/, '15'],
  [/^:/, ':'],
  [/^\d{2}/, '04'],
  [/^:/, ':'],
  [/^\d{2}(?:[.,]\d+)?/, '05'],
  [/^(?:Z|[+-]\d{2}:\d{2})/, 'Z07:00'],
];

/** A time in RFC 3339, in UTC and whole seconds. Throws 400 with the text of Go. */
export function parseTime(text: string): string {
  let rest = text;
  for (const [part, layout] of PARTS) {
    const found = part.exec(rest)?.[0];
    if (found === undefined) {
      const as = `as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(layout)}`;
      throw badRequest(`parsing time ${JSON.stringify(text)} ${as}`);
    }
    rest = rest.slice(found.length);
  }
  if (rest !== '') throw badRequest(`parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`);
  const date = new Date(text.replace(',', '.'));
  // A day beyond the end of its month would be one of the next month.
  const isInMonth = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  const isValid = !Number.isNaN(date.getTime());
  if (isValid && isInMonth) return `${date.toISOString().slice(0, 19)}Z`;
  throw badRequest(`parsing time ${JSON.stringify(text)}: ${isValid ? 'day ' : ''}out of range`);
}
