import { UNKNOWN } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { Authenticator } from './authenticator.js';

/** X509 client certificates: the common name is the user, each organization a group. TLS has verified the chain. */
export function clientCertificateAuthenticator(): Authenticator {
  return {
    name: 'client-certificate',
    authenticate({ request: { peer } }) {
      const { certificate } = peer;
      if (certificate.type === 'unverified') return { type: 'rejected', reason: certificate.reason };
      if (certificate.type === 'none') return UNKNOWN;
      if (!certificate.authorities.includes('users')) {
        return { type: 'rejected', reason: 'the authority of the certificate is trusted for proxies only' };
      }
      if (certificate.commonName === '') return UNKNOWN;
      return { type: 'authenticated', user: authenticatedUser(certificate.commonName, certificate.organizations) };
    },
  };
}
