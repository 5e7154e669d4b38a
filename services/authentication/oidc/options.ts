/** An OpenID Connect provider whose ID tokens are accepted. */
export interface OidcOptions {
  /** An https URL, exactly as the provider calls itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly usernameClaim: string;
  /** Stands before each user name; may be empty. */
  readonly usernamePrefix: string;
  readonly groupsClaim?: string;
  /** Stands before each group; may be empty. */
  readonly groupsPrefix: string;
  /** Claims that must be there with exactly this text. */
  readonly requiredClaims: readonly (readonly [claim: string, value: string])[];
  /** Authorities (PEM) of the provider's certificate; those of the system when absent. */
  readonly caFile?: string;
  readonly algorithms: readonly string[];
}

/** What providers may sign with. With HMAC, whoever knows a public key could make tokens. */
export const OIDC_ALGORITHMS: readonly string[] = ['RS', 'ES', 'PS'].flatMap((kind) =>
  ['256', '384', '512'].map((size) => kind + size),
);

/** Whether a text is how a provider may call itself. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && !/[?#]/.test(text);
}
