import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { LoginError, printable } from '../login-error.js';
import { serverUrl } from '../options/login-options.js';
import { ask, type ServerOptions } from './ask.js';

/** How a server says that users sign in. */
export interface ServerLogin {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent if the server names none. */
  readonly scopes?: readonly string[];
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Reads the metadata of a protected resource (RFC 9728) from the server. Rejects with LoginError if the server has none. */
export async function findIssuer(options: ServerOptions): Promise<ServerLogin> {
  const { server } = options;
  const { pathname } = new URL(server);
  const target = WELL_KNOWN + (pathname === '/' ? '' : pathname);
  const { status, body } = await ask(options, { method: 'GET', target, headers: { accept: 'application/json' } });
  if (status !== 200 || body === undefined) {
    throw new LoginError(
      `${server} does not say how to sign in (it answers with ${status}). Set --issuer-url and --client-id, or --login-client-id of the server`,
    );
  }
  return loginIn(body, server);
}

/** Throws LoginError. */
export function loginIn(body: JsonObject, server: string): ServerLogin {
  const { resource, authorization_servers: issuers, scopes_supported: scopes, pilothouse_client_id: clientId } = body;
  const wrong = (what: string): LoginError => new LoginError(`${server} does not say how to sign in: ${what}`);
  // RFC 9728, section 3.3: a document of another resource must not be used.
  if (typeof resource !== 'string' || serverUrl(resource) !== serverUrl(server))
    throw wrong(`its document is that of ${printable(JSON.stringify(resource ?? null))}`);
  const [issuer] = textsIn(issuers) ?? [];
  if (issuer === undefined || serverUrl(issuer) === undefined) throw wrong('it names no issuer with an https URL');
  if (typeof clientId !== 'string' || clientId === '')
    throw wrong(`it names the issuer ${printable(issuer)}, but no client; set --issuer-url and --client-id`);
  const named = textsIn(scopes);
  return { issuer, clientId, ...(named?.includes('openid') === true && { scopes: named }) };
}

function textsIn(value: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((each) => typeof each === 'string');
}
