import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { User } from './user.js';

/** A remote token review service over any transport. */
export interface TokenReviewer {
  /** Rejects if there is no valid response. */
  readonly review: (request: ReviewRequest, signal: AbortSignal, trace?: Span) => Promise<ReviewResponse>;
  /** Whether an error is transient, so that a retry may succeed. */
  readonly isTransient: (error: unknown) => boolean;
  /** Closes the connections. Requests in flight fail. */
  readonly close: () => Promise<void>;
}

export interface ReviewRequest {
  readonly token: string;
  /** The token must be valid for one of them. */
  readonly audiences: readonly string[];
}

export type ReviewResponse =
  | {
      readonly authenticated: false;
      /** Why the token is rejected; empty for an unknown token. */
      readonly error: string;
    }
  | {
      readonly authenticated: true;
      /** The user with exactly the groups of the response. An empty name is invalid. */
      readonly user: User;
      /** The audiences of the token; empty if the service does not support audiences. */
      readonly audiences: readonly string[];
      /** Expiry in milliseconds since 1970. */
      readonly expires?: number;
    };
