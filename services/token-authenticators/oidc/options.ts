/** An OpenID Connect provider whose ID tokens are accepted. */
export interface OidcOptions {
  /** An https URL, exactly as in the provider's discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly usernameClaim: string;
  /** Prefix of user names; may be empty. */
  readonly usernamePrefix: string;
  readonly groupsClaim?: string;
  /** Prefix of groups; may be empty. */
  readonly groupsPrefix: string;
  /** Claims that must be present with exactly this value. */
  readonly requiredClaims: readonly (readonly [claim: string, value: string])[];
  /** Trusted authorities (PEM); those of the system when absent. */
  readonly caFile?: string;
  readonly algorithms: readonly string[];
}

/** Accepted signature algorithms. HMAC is excluded, since a public key could then sign tokens. */
export const OIDC_ALGORITHMS: readonly string[] = ['RS', 'ES', 'PS'].flatMap((kind) =>
  ['256', '384', '512'].map((size) => kind + size),
);

/** Whether a text is a valid issuer URL. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && !/[?#]/.test(text);
}
