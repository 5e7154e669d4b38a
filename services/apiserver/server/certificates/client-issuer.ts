import { readPair } from '@pilothouse/runtime/certificates/inspect.js';
import { issueClientCertificate } from '@pilothouse/runtime/certificates/issue-client.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import type { InProcessUser } from '../in-process.js';

/** Issues a client certificate for a user, valid for one day. */
export type ClientIssuer = (user: InProcessUser) => Promise<KeyPair>;

const HOUR = 3_600_000;

/** Issues certificates with the server's own authority. They are valid from one hour ago, to tolerate clock skew. */
export function clientIssuer(ca: KeyPair, now: () => Date): ClientIssuer {
  return async ({ name, groups }) => {
    const authority = readPair(ca);
    if (authority === undefined) throw new TypeError('the certificate of the authority does not belong to its key');
    const time = now().getTime();
    const [notBefore, notAfter] = [new Date(time - HOUR), new Date(time + 24 * HOUR)];
    return issueClientCertificate({ name, groups, authority, notBefore, notAfter });
  };
}
