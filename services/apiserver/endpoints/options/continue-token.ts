import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import { pathSegmentProblem } from '../../request/path-segment.js';

/** Where a list that came in pages goes on. Opaque to clients. */
export interface ContinueToken {
  /** The state that all pages show. */
  readonly revision: number;
  /** The first key of the next page, without the collection's prefix. */
  readonly start: string;
}

const VERSION = 'meta.k8s.io/v1';

export function encodeContinue({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start })).toString('base64url');
}

/** Throws 400 for what this server did not make. */
export function decodeContinue(text: string): ContinueToken {
  const value = parseToken(text);
  if (value === undefined || !isObject(value))
    throw badRequest('continue key is not valid: it is not a token of this API');
  const { v, rv, start } = value;
  if (v !== VERSION) throw badRequest('continue key is not valid: server does not recognize this encoded version');
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv <= 0) {
    throw badRequest(`continue key is not valid: incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof start !== 'string' || start === '') {
    throw badRequest(`continue key is not valid: encoded start key empty (version ${VERSION})`);
  }
  const problem = start.split('/').map(pathSegmentProblem).find((text) => text !== undefined);
  if (problem !== undefined) throw badRequest(`continue key is not valid: the parts of its start key ${problem}`);
  return { revision: rv, start };
}

function parseToken(text: string): JsonValue | undefined {
  try {
    return parseJson(Buffer.from(text, 'base64url')).value;
  } catch {
    return undefined;
  }
}
