import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sealer } from './seal.js';

/** Browsers keep cookies of up to 4,096 bytes with their attributes. */
const PART = 3_600;
/** Node reads 16 KiB of headers. */
const MAX_PARTS = 4;

export interface SealedCookieOptions {
  readonly sealer: Sealer;
  /** The port, or else the host name: browsers share the cookies of a host between its ports. */
  readonly name: string;
  /** Whether browsers reach the page over HTTPS. */
  readonly secure: boolean;
}

/** Sealed values in cookies. A value that is longer than a cookie is split over several. */
export interface SealedCookie {
  /** Undefined if absent or invalid. */
  readonly read: (request: IncomingMessage) => string | undefined;
  /** Throws for a value that is too long. */
  readonly write: (response: ServerResponse, value: string, maxAgeSeconds: number) => void;
  readonly clear: (request: IncomingMessage, response: ServerResponse) => void;
}

export function sealedCookie({ sealer, name, secure }: SealedCookieOptions): SealedCookie {
  // The prefix makes browsers refuse the cookie from other hosts of the domain and without Secure.
  const full = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const set = (response: ServerResponse, part: number, text: string, maxAge: number): void => {
    response.appendHeader('set-cookie', `${full}.${part}=${text}; Max-Age=${maxAge}; ${attributes}`);
  };
  return {
    read(request) {
      const parts = partsIn(request, full);
      const sealed = parts.join('');
      return sealed === '' ? undefined : sealer.open(sealed, name);
    },
    write(response, value, maxAge) {
      const sealed = sealer.seal(value, name);
      const parts = sealed.match(new RegExp(`.{1,${PART}}`, 'g')) ?? [];
      if (parts.length > MAX_PARTS) throw new RangeError('the credentials are too long for cookies');
      parts.forEach((text, index) => set(response, index, text, maxAge));
      // A longer former value must not be joined to this one.
      if (parts.length < MAX_PARTS) set(response, parts.length, '', 0);
    },
    clear(request, response) {
      partsIn(request, full).forEach((_, index) => set(response, index, '', 0));
    },
  };
}

/** The consecutive parts from 0. */
function partsIn({ headers }: IncomingMessage, name: string): string[] {
  const cookies = new Map(
    (headers.cookie ?? '').split(';').map((pair) => {
      const [key = '', value = ''] = pair.split('=', 2);
      return [key.trim(), value.trim()] as const;
    }),
  );
  const parts: string[] = [];
  for (let index = 0; index < MAX_PARTS; index++) {
    const part = cookies.get(`${name}.${index}`) ?? '';
    if (part === '') break;
    parts.push(part);
  }
  return parts;
}
