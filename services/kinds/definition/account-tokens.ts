/** The kinds of object that a token of a service account can be bound to, as claims name them, and their resources in the core group. */
export const BINDINGS = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const;

export type Binding = keyof typeof BINDINGS;

/** A token that is to be signed. */
export interface AccountToken {
  readonly account: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly bound?: { readonly binding: Binding; readonly name: string; readonly uid: string } | undefined;
  readonly audiences: readonly string[];
  readonly now: Date;
  /** The time until it expires. */
  readonly seconds: number;
}

/** Signs tokens of service accounts. */
export interface AccountTokens {
  /** The longest life of a token in seconds; without a limit when absent. */
  readonly maxExpiration?: number;
  /** The token, and its id, by which the audit log knows it. */
  issue(token: AccountToken): Promise<{ readonly token: string; readonly id: string }>;
}
