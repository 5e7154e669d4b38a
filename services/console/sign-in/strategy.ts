import { Strategy } from 'passport';
import type { Request } from 'express';
import type { Grant } from '../session/session.js';

/** A credential that is not accepted. The message is for the user. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
}

/** A passport strategy: the credential in a request becomes a grant. `check` rejects with RejectedError for a wrong one. */
export function strategyOf(check: (request: Request) => Promise<Grant>): Strategy {
  return new GrantStrategy(check);
}

class GrantStrategy extends Strategy {
  private readonly check: (request: Request) => Promise<Grant>;

  constructor(check: (request: Request) => Promise<Grant>) {
    super();
    this.check = check;
  }

  // Passport calls it on an object of each request, whose prototype is this one.
  override authenticate(request: Request): void {
    this.check(request).then(
      (grant) => this.success(grant),
      (error: unknown) => (error instanceof RejectedError ? this.fail(error.message, 401) : this.error(error)),
    );
  }
}
