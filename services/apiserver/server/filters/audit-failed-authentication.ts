import type { RequestContext } from '../../request/context.js';

/** Authentication methods that a rejected request attempted, with the text of Kubernetes and without the credentials. */
export function attemptedMethods(context: RequestContext): string {
  const authorization = (context.header('authorization') ?? '').trim();
  const [scheme = '', ...rest] = authorization.split(' ');
  const kind = rest.length > 0 ? scheme.toLowerCase() : '';
  const methods = [
    ...(kind === 'basic' ? ['basic'] : []),
    ...(kind === 'bearer' ? ['bearer'] : []),
    ...(context.request.peer.certificate.type === 'none' ? [] : ['x509']),
  ];
  if (methods.length === 0) return 'Authentication failed, no credentials provided';
  return `Authentication failed, attempted: ${methods.join(', ')}`;
}
