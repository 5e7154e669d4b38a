import type { User } from './user.js';

/** A service that knows tokens, whatever carries questions to it. */
export interface TokenReviewer {
  /** Rejects where no answer is to be had, or it makes no sense. */
  readonly review: (question: ReviewQuestion, signal: AbortSignal) => Promise<ReviewAnswer>;
  /** Whether what it rejected with may pass, so that it is worth asking again. */
  readonly isPassing: (error: unknown) => boolean;
  /** Questions under way fail. */
  readonly close: () => Promise<void>;
}

export interface ReviewQuestion {
  readonly token: string;
  /** The token must be for one of them. */
  readonly audiences: readonly string[];
}

export type ReviewAnswer =
  | {
      readonly authenticated: false;
      /** Why a token that was recognised is refused; empty for one that nobody knows. */
      readonly error: string;
    }
  | {
      readonly authenticated: true;
      /** In the groups that the service names, and no others. The name may be empty, which is not to be believed. */
      readonly user: User;
      /** Those of the audiences that the token is for; empty where the service knows nothing of audiences. */
      readonly audiences: readonly string[];
      /** When the token ends, in milliseconds since 1970. */
      readonly expires?: number;
    };
