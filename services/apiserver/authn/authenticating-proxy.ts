import { UNKNOWN } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { ProxyOptions } from '../options/authentication.js';
import type { IncomingRequest } from '../request/context.js';
import { headerKey, headerLines } from '../request/header-lines.js';
import type { Authenticator } from './authenticator.js';

/**
 * An authenticating proxy, which sends the user in headers. It is trusted only with a certificate from its own
 * authorities and with an allowed name. Headers of other clients are ignored.
 */
export function proxyAuthenticator(options: Omit<ProxyOptions, 'caFile'>): Authenticator {
  const { allowedNames, extraPrefixes } = options;
  const [usernames, uids, groups] = [options.usernameHeaders, options.uidHeaders, options.groupHeaders].map(lowerCase);
  return {
    name: 'authenticating-proxy',
    authenticate({ request }) {
      const { certificate } = request.peer;
      if (certificate.type !== 'verified' || !certificate.authorities.includes('proxies')) return UNKNOWN;
      const { commonName } = certificate;
      if (allowedNames.length > 0 && !allowedNames.includes(commonName)) {
        return { type: 'rejected', reason: `subject with cn=${commonName} is not in the allowed list` };
      }
      const [name] = valuesOf(request, usernames);
      if (name === undefined) return UNKNOWN;
      const [uid] = valuesOf(request, uids);
      const user = authenticatedUser(name, valuesOf(request, groups), uid);
      return { type: 'authenticated', user: { ...user, extra: extraOf(request, lowerCase(extraPrefixes)) } };
    },
  };
}

/** The non-empty values of the headers, in the order of `names`. */
function valuesOf(request: IncomingRequest, names: readonly string[] = []): string[] {
  return names.flatMap((name) =>
    headerLines(request, name).flatMap(([found, value]) => (found === name && value !== '' ? [value] : [])),
  );
}

function extraOf(request: IncomingRequest, prefixes: readonly string[]): Map<string, string[]> {
  const extra = new Map<string, string[]>();
  for (const prefix of prefixes) {
    for (const [name, value] of headerLines(request, prefix)) {
      const key = headerKey(name, prefix);
      extra.set(key, [...(extra.get(key) ?? []), value]);
    }
  }
  return extra;
}

function lowerCase(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}
