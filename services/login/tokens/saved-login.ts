/** Tokens of a signed-in user. Secret. */
export interface Tokens {
  readonly idToken: string;
  /** Expiry of the ID token by the clock of this machine, in milliseconds since 1970. */
  readonly expires: number;
  /** The user at the issuer. */
  readonly subject: string;
  readonly refreshToken?: string;
}

/** The issuer and its client, with all that requests to it need. */
export interface IssuerOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Absolute paths. */
  readonly clientSecretFile?: string;
  readonly caFile?: string;
  readonly scopes: readonly string[];
}

/** A sign-in to an API server. */
export interface SavedLogin {
  readonly server: string;
  readonly issuer: IssuerOptions;
  readonly tokens: Tokens;
  /** Whether the tokens are in the system's keyring. */
  readonly keyring: boolean;
}

/** The parts of a sign-in by which it is found. */
export interface LoginId {
  readonly server: string;
  readonly issuer: Pick<IssuerOptions, 'issuer' | 'clientId'>;
}
