/** A failure for users. The message says what failed and what to do. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
}

const LONGEST = 300;

/** Text of a server or an issuer for a terminal: one line without control characters. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST);
}

/** The code of an error or of its causes, such as `ECONNREFUSED`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
  }
  return undefined;
}
