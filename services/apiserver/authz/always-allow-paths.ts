import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';

/**
 * Allows every client to GET these paths, and nothing below them, so that probes need no credentials. They are the default
 * of Kubernetes' `--authorization-always-allow-paths`; the restriction to reads is that of `system:public-info-viewer`.
 */
export function alwaysAllowPathsAuthorizer(paths: readonly string[] = ['/healthz', '/livez', '/readyz']): Authorizer {
  return {
    authorize({ request }) {
      if (request.type !== 'nonResource' || (request.verb !== 'get' && request.verb !== 'head')) return NO_OPINION;
      return paths.includes(request.path) ? { type: 'allow', reason: 'allowed for all clients' } : NO_OPINION;
    },
  };
}
