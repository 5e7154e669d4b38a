import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The unverified header of a JWT. Undefined for a text that is not a JWT in compact form. */
export const headerOf = (token: string): JsonObject | undefined => jsonPart(token, 0);

/** The unverified payload of a JWT. */
export const claimsOf = (token: string): JsonObject | undefined => jsonPart(token, 1);

/** The unverified issuer of a JWT. Undefined if it is absent or the text is not a JWT in compact form. */
export function issuerOf(token: string): string | undefined {
  const issuer = claimsOf(token)?.['iss'];
  return typeof issuer === 'string' ? issuer : undefined;
}

function jsonPart(token: string, index: number): JsonObject | undefined {
  const parts = token.split('.', 4);
  if (parts.length !== 3) return undefined;
  try {
    const { value } = parseJson(Buffer.from(parts[index] ?? '', 'base64url'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
