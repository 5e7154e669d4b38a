import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { Authenticator } from 'passport';
import { passOn, type ProxyOptions } from '../proxy/proxy.js';
import type { SealedCookie } from '../session/cookies.js';
import type { Grant, Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { OpenId } from '../sign-in/openid.js';
import { RejectedError, strategyOf } from '../sign-in/strategy.js';
import { PAGE, sendAsset, type Assets } from './assets.js';
import { openIdCheck, openIdRoutes, renewalError } from './openid-routes.js';
import { checkHost, checkOrigin } from './origin.js';
import { securityHeaders } from './security-headers.js';

export interface AppOptions extends ProxyOptions {
  readonly assets: Assets;
  readonly sessions: Sessions;
  readonly externalUrl: string | undefined;
  /** Whether browsers reach the page over HTTPS. */
  readonly secure: boolean;
  /** URL of the API server, for the page. */
  readonly server: string;
  readonly signIns: SignIns;
  /** Called for each request, once it is answered. */
  readonly onAnswer: (request: Request, response: Response) => void;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** Ways to sign in. Each rejects with RejectedError for a credential that is not accepted. */
export interface SignIns {
  readonly token: (token: unknown) => Promise<Grant>;
  /** Absent unless the console runs beside a server on loopback. */
  readonly code?: (code: unknown) => Promise<Grant>;
  /** With the cookie of waiting sign-ins. */
  readonly openid?: { readonly provider: OpenId; readonly pending: SealedCookie };
}

const CSRF_HEADER = 'x-csrf-token';

/** The application: the page, the session, and `/k8s/`, which passes requests on to the API server. */
export function createApp(options: AppOptions): Express {
  const { assets, sessions, secure, externalUrl, signIns, onAnswer } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((request, response, next) => {
    response.once('close', () => onAnswer(request, response));
    next();
  });
  app.use(securityHeaders(secure), checkHost(externalUrl, secure));

  const authenticator = new Authenticator();
  const { token, code, openid } = signIns;
  const field = (request: Request, name: string): unknown =>
    (request.body as Record<string, unknown> | undefined)?.[name];
  authenticator.use(
    'token',
    strategyOf((request) => token(field(request, 'token'))),
  );
  if (code !== undefined)
    authenticator.use(
      'code',
      strategyOf((request) => code(field(request, 'code'))),
    );

  const view = (session: Session | undefined): object => ({
    server: options.server,
    signIns: Object.keys(signIns),
    ...(session && { user: session.grant.user, csrf: session.csrf, expires: session.expires }),
  });
  const authenticate = (method: string, request: Request, response: Response, next: NextFunction): Promise<Grant> =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, grant?: unknown, problem?: unknown): void => {
        if (error instanceof Error) reject(error);
        else if (grant) resolve(grant as Grant);
        else reject(new RejectedError(String(problem)));
      };
      (authenticator.authenticate(method, { session: false }, done) as express.RequestHandler)(request, response, next);
    });
  const signIn = (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const method = field(request, 'code') !== undefined && code !== undefined ? 'code' : 'token';
    return authenticate(method, request, response, next).then(
      (grant) => void response.json(view(sessions.start(response, grant))),
    );
  };

  app
    .route('/session')
    .get((request, response) => void response.json(view(sessions.of(request))))
    .post(checkOrigin(externalUrl, secure), express.json({ limit: '64kb' }), signIn)
    .delete(checkOrigin(externalUrl, secure), (request, response) => {
      const grant = sessions.of(request)?.grant;
      sessions.end(request, response);
      const end = grant?.type === 'openid' ? openid?.provider.endUrl(grant) : undefined;
      // The session of the console ends even if the provider is away.
      return Promise.resolve(end)
        .catch(() => undefined)
        .then((url) => void response.json({ ...view(undefined), ...(url && { end: url.href }) }));
    });
  if (openid !== undefined) {
    const { provider: openId, pending } = openid;
    authenticator.use('openid', strategyOf(openIdCheck(openId, pending)));
    app.use(
      openIdRoutes({
        openId,
        pending,
        sessions,
        authenticate: (...request) => authenticate('openid', ...request),
        onError: options.onError,
      }),
    );
  }
  /** The session with a token that has not expired. */
  const renewed = async (session: Session, response: Response): Promise<Session> => {
    if (session.grant.type !== 'openid' || openid === undefined) return session;
    try {
      const grant = await openid.provider.renewed(session.grant);
      if (grant === session.grant) return session;
      const next = { ...session, grant };
      sessions.keep(response, next);
      return next;
    } catch (error) {
      throw renewalError(error);
    }
  };

  app.use('/k8s', (request, response) => {
    const session = sessions.of(request);
    if (session === undefined) throw new StatusError('Unauthorized', 'sign in to the console');
    if (request.headers[CSRF_HEADER] !== session.csrf) {
      throw new StatusError('Forbidden', `the header ${CSRF_HEADER} is missing or wrong`);
    }
    // Express passes a rejection on to the handler of errors.
    return renewed(session, response).then(({ grant }) => passOn(request, response, { ...options, grant }));
  });

  app.get('/assets/:name', (request, response, next) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) return next();
    sendAsset(request, response, asset, request.params.name);
  });
  app.get(['/', '/view/{*rest}', '/sign-in', '/access', '/installation'], (request, response, next) => {
    const page = assets.get(PAGE);
    if (page === undefined) return next();
    sendAsset(request, response, page, PAGE);
  });
  app.use(() => {
    throw new StatusError('NotFound', 'the console does not serve this path');
  });
  app.use(errorAnswer(options));
  return app;
}

/** Answers errors with a Status, as the API server does. */
function errorAnswer({ onError }: AppOptions) {
  return (thrown: unknown, _request: Request, response: Response, _next: NextFunction): void => {
    const error = statusOf(thrown);
    if (error.code === 500) onError(thrown);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(error.code).json(error.toStatus());
  };
}

/** Express describes a body that it cannot read with a status. */
function statusOf(thrown: unknown): StatusError {
  if (thrown instanceof RejectedError) return new StatusError('Unauthorized', thrown.message);
  const code = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  if (code === 413) return new StatusError('RequestEntityTooLarge', 'the body is too large');
  if (typeof code === 'number' && code < 500) return new StatusError('BadRequest', 'the request cannot be read');
  return StatusError.from(thrown);
}
