import type { NextFunction, Request, Response } from 'express';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Names of loopback. They reach the same server. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)(?::\d+)?$/i;

/**
 * Rejects requests for another host than the page's, which a name with a changed address may send (DNS rebinding).
 * `secure` is false for plain HTTP on loopback.
 */
export function checkHost(externalUrl: string | undefined, secure: boolean) {
  const expected = externalUrl === undefined ? undefined : new URL(externalUrl).host;
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { host = '' } = request.headers;
    const isOwn = expected === undefined ? secure || LOOPBACK.test(host) : host === expected;
    if (!isOwn) throw new StatusError('Forbidden', `the page is not served for the host ${JSON.stringify(host)}`);
    next();
  };
}

/** Rejects requests that another site's page sends. Browsers name the origin of every POST and DELETE. */
export function checkOrigin(externalUrl: string | undefined, secure: boolean) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const own = externalUrl ?? `${secure ? 'https' : 'http'}://${request.headers.host ?? ''}`;
    if (request.headers.origin !== own) throw new StatusError('Forbidden', 'the request is not from the page');
    next();
  };
}
