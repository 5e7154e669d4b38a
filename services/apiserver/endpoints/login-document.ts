import type { Handler, RequestContext } from '../request/context.js';
import { textResponse } from '../request/response.js';
import type { LoginOptions } from '../options/login.js';
import { readOnly } from './discovery/read-only.js';

/** RFC 9728, section 3. */
const PATH = '/.well-known/oauth-protected-resource';
/** Seconds. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * The document by which command lines find out how to sign in, by path: the metadata of a protected resource (RFC 9728). None
 * without options. `address` is the server's address, known once it listens.
 */
export function loginDocument(login: LoginOptions | undefined, address: () => string): ReadonlyMap<string, Handler> {
  if (login === undefined) return new Map();
  const { issuer, clientId, scopes } = login;
  const handler = readOnly(async (context) => {
    const document = {
      // Clients require the URL by which they have found the document. TLS has verified that it belongs to this server.
      resource: resourceOf(context) ?? `https://${address()}`,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      pilothouse_client_id: clientId,
    };
    const response = textResponse(200, 'application/json', JSON.stringify(document));
    return { ...response, headers: { ...response.headers, 'cache-control': CACHE_CONTROL } };
  });
  return new Map([[PATH, handler]]);
}

/** The origin that the client has connected to; undefined without a valid host. */
function resourceOf(context: RequestContext): string | undefined {
  const text = `https://${context.header('host') ?? ''}`;
  if (!URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}
