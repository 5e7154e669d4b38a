import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { Router, type NextFunction, type Request, type Response } from 'express';
import type { SealedCookie } from '../session/cookies.js';
import type { Sessions } from '../session/sessions.js';
import type { OpenId, Pending } from '../sign-in/openid.js';
import { RejectedError } from '../sign-in/strategy.js';
import type { Grant } from '../session/session.js';

export interface OpenIdRoutesOptions {
  readonly openId: OpenId;
  /** Keeps a sign-in while the browser is at the provider. */
  readonly pending: SealedCookie;
  readonly sessions: Sessions;
  /** Authenticates the request by the strategy `openid`. */
  readonly authenticate: (request: Request, response: Response, next: NextFunction) => Promise<Grant>;
  /** Called when the provider does not answer. */
  readonly onError: (error: unknown) => void;
}

/** A sign-in that waits, with the view to return to. */
interface Waiting extends Pending {
  readonly to: string;
}

export const CALLBACK = '/sign-in/callback';
/** Seconds at the provider. */
const WAITING = 600;
/** A path of this page. Browsers read `//host` and `/\\host` as other hosts. */
const OWN_PATH = /^\/(?![/\\])/;

/** `/sign-in/openid` sends the browser to the provider, which sends it back to the callback. Failures are shown by the page. */
export function openIdRoutes({ openId, pending, sessions, authenticate, onError }: OpenIdRoutesOptions): Router {
  const failed = (response: Response, error: unknown): void => {
    if (!(error instanceof RejectedError)) onError(error);
    const problem = error instanceof RejectedError ? 'rejected' : 'unavailable';
    response.redirect(`/sign-in?problem=${problem}`);
  };
  const router = Router();
  router.get('/sign-in/openid', (request, response) => {
    const { to } = request.query;
    const back = typeof to === 'string' && OWN_PATH.test(to) ? to : '/';
    return openId.begin().then(
      ({ url, pending: begun }) => {
        const waiting: Waiting = { ...begun, to: back };
        pending.write(response, JSON.stringify(waiting), WAITING);
        return response.redirect(url.href);
      },
      (error: unknown) => failed(response, error),
    );
  });
  router.get(CALLBACK, (request, response, next) => {
    const { to } = waitingIn(pending, request) ?? { to: '/' };
    return authenticate(request, response, next).then(
      (grant) => {
        pending.clear(request, response);
        sessions.start(response, grant);
        return response.redirect(to);
      },
      (error: unknown) => failed(response, error),
    );
  });
  return router;
}

/** The check of the strategy `openid`: the answer of the provider belongs to the sign-in that this browser began. */
export function openIdCheck(openId: OpenId, pending: SealedCookie) {
  return async (request: Request): Promise<Grant> => {
    const waiting = waitingIn(pending, request);
    if (waiting === undefined) throw new RejectedError('This browser began no sign-in.');
    return openId.finish(new URL(request.url, 'http://page').searchParams, waiting);
  };
}

function waitingIn(pending: SealedCookie, request: Request): Waiting | undefined {
  const text = pending.read(request);
  return text === undefined ? undefined : (JSON.parse(text) as Waiting);
}

/** A refused renewal ends the session; an unreachable provider does not. */
export function renewalError(error: unknown): unknown {
  return error instanceof RejectedError
    ? new StatusError('Unauthorized', error.message)
    : new StatusError('ServiceUnavailable', 'the identity provider does not answer', { cause: error });
}
