import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { UNKNOWN } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser, extraKey } from '@pilothouse/token-authenticators/user.js';
import type { Authenticator } from './authenticator.js';

/**
 * X509 client certificates: the common name is the user, each organization a group. The id of the credential, an extra value, is
 * the SHA-256 of the certificate. TLS has verified the chain.
 */
export function clientCertificateAuthenticator(domain: Domain): Authenticator {
  const idKey = extraKey(domain, 'credential-id');
  return {
    name: 'client-certificate',
    authenticate({ request: { peer } }) {
      const { certificate } = peer;
      if (certificate.type === 'unverified') return { type: 'rejected', reason: certificate.reason };
      if (certificate.type === 'none') return UNKNOWN;
      if (!certificate.authorities.includes('users')) {
        return { type: 'rejected', reason: 'the authority of the certificate is trusted for proxies only' };
      }
      const { commonName, organizations, uids = [], fingerprint } = certificate;
      if (commonName === '') return UNKNOWN;
      if (uids.length > 1)
        return { type: 'rejected', reason: `expected 1 UID, but found multiple: ${uids.join(', ')}` };
      const [uid] = uids;
      if (uid === '') return { type: 'rejected', reason: 'UID cannot be an empty string' };
      const user = authenticatedUser(commonName, organizations, uid);
      if (fingerprint === undefined) return { type: 'authenticated', user };
      const extra = new Map([[idKey, [`X509SHA256=${fingerprint}`]]]);
      return { type: 'authenticated', user: { ...user, extra } };
    },
  };
}
