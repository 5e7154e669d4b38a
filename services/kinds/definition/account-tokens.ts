/**
 * The kinds to which a service account token can be bound, by the names in claims, with their resources in the core
 * group.
 */
export const BINDINGS = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const;

export type Binding = keyof typeof BINDINGS;

/** A token to sign. */
export interface AccountToken {
  readonly account: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly bound?: { readonly binding: Binding; readonly name: string; readonly uid: string } | undefined;
  readonly audiences: readonly string[];
  readonly now: Date;
  /** The lifetime. */
  readonly seconds: number;
}

/** Signs tokens of service accounts. */
export interface AccountTokens {
  /** The maximum lifetime of a token in seconds; unlimited if absent. */
  readonly maxExpiration?: number;
  /** The token, and its id for the audit log. */
  issue(token: AccountToken): Promise<{ readonly token: string; readonly id: string }>;
}
