/** A token as its user has it: `pht_<id>.<secret>`. The id selects the hash to check and is not secret. */
export interface TokenParts {
  readonly id: string;
  readonly secret: string;
}

/** Returns this many random bytes. */
export type RandomBytes = (count: number) => Buffer;

export const TOKEN_ID = /^[a-z0-9]{8,32}$/;
const TOKEN = /^pht_([a-z0-9]{8,32})\.([A-Za-z0-9_-]{43})$/;

/** Ids need not be secret, but must not be guessable in bulk. */
const ID_BYTES = 10;
const SECRET_BYTES = 32;

export function newToken(random: RandomBytes): TokenParts {
  return { id: random(ID_BYTES).toString('hex'), secret: random(SECRET_BYTES).toString('base64url') };
}

export const tokenText = ({ id, secret }: TokenParts): string => `pht_${id}.${secret}`;

/** Undefined for a text of another format. */
export function parseToken(text: string): TokenParts | undefined {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
