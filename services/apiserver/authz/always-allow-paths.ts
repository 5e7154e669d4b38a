import { NO_OPINION, type Authorizer } from './authorizer.js';

/** Anybody may get these paths and what lies below them, so that probes need no credentials. */
export function alwaysAllowPathsAuthorizer(paths: readonly string[] = ['/healthz', '/livez', '/readyz']): Authorizer {
  return {
    authorize({ request }) {
      if (request.type !== 'nonResource' || (request.verb !== 'get' && request.verb !== 'head')) return NO_OPINION;
      const open = paths.some((path) => request.path === path || request.path.startsWith(`${path}/`));
      return open ? { type: 'allow', reason: 'open to everybody' } : NO_OPINION;
    },
  };
}
