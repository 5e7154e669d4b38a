/** A token as its owner has it: `pht_<id>.<secret>`. The id says which hash it is to be checked by, and is no secret. */
export interface TokenParts {
  readonly id: string;
  readonly secret: string;
}

/** Random bytes, so many of them. */
export type RandomBytes = (count: number) => Buffer;

export const TOKEN_ID = /^[a-z0-9]{8,32}$/;
const TOKEN = /^pht_([a-z0-9]{8,32})\.([A-Za-z0-9_-]{43})$/;

/** As many as nobody guesses, though they need not be secret. */
const ID_BYTES = 10;
const SECRET_BYTES = 32;

export function newToken(random: RandomBytes): TokenParts {
  return { id: random(ID_BYTES).toString('hex'), secret: random(SECRET_BYTES).toString('base64url') };
}

export const tokenText = ({ id, secret }: TokenParts): string => `pht_${id}.${secret}`;

/** Undefined for a text that is no such token. */
export function parseToken(text: string): TokenParts | undefined {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
