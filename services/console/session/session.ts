import { randomBytes } from 'node:crypto';

/** What a sign-in proves: the user, and how requests to the API are authenticated. */
export type Grant =
  /** The administrator of the server that runs beside the console. */
  | { readonly type: 'local'; readonly user: string }
  | { readonly type: 'token'; readonly user: string; readonly token: string }
  /** An ID token. */
  | {
      readonly type: 'openid';
      readonly user: string;
      readonly token: string;
      /** Of the ID token, in milliseconds since 1970. */
      readonly expires: number;
      /** Absent if the provider gave none: the session then ends with the ID token. */
      readonly refreshToken?: string;
    };

/** The content of the session cookie. */
export interface Session {
  readonly grant: Grant;
  /** Every request to the API repeats it in a header. Other sites cannot read it. */
  readonly csrf: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A session that ends after `lifetime` milliseconds. */
export function newSession(
  grant: Grant,
  { now, lifetime }: { readonly now: number; readonly lifetime: number },
): Session {
  return { grant, csrf: randomBytes(24).toString('base64url'), expires: now + lifetime };
}
