import type { KubeconfigUser } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { isCurrent, readCertificate, readKey, type ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import { issueClientCertificate } from '@pilothouse/runtime/certificates/issue-client.js';
import { readInputFile } from './kubeconfig-server.js';

export interface CertificateUser {
  readonly name: string;
  readonly groups: readonly string[];
  /** Milliseconds. */
  readonly duration: number;
  /** Paths of the certificate authority and its key (PEM). */
  readonly authority: { readonly certFile: string; readonly keyFile: string };
}

/** Credentials with their expiry, if it is known. */
export interface IssuedCredentials {
  readonly user: KubeconfigUser;
  readonly expires?: Date;
}

/** Tolerated clock skew between machines, in milliseconds. */
const CLOCK_SKEW = 3_600_000;

/** Issues a client certificate with a new key. Rejects with an Error for users. */
export async function issueUser(
  { name, groups, duration, authority }: CertificateUser,
  now: Date,
): Promise<IssuedCredentials> {
  const pair = await readAuthority(authority, now);
  const [notBefore, notAfter] = [new Date(now.getTime() - CLOCK_SKEW), new Date(now.getTime() + duration)];
  const end = Date.parse(pair.cert.validTo);
  if (notAfter.getTime() > end) {
    const hours = Math.floor((end - now.getTime()) / 3_600_000);
    throw new Error(
      `the certificate would outlive its authority, which expires on ${new Date(end).toISOString()}; ` +
        `use a --duration of at most ${hours}h`,
    );
  }
  const user = await issueClientCertificate({ name, groups, authority: pair, notBefore, notAfter });
  return { user, expires: notAfter };
}

async function readAuthority({ certFile, keyFile }: CertificateUser['authority'], now: Date): Promise<ReadPair> {
  const advice =
    'the first start of a server with a data directory creates it; for another authority set --client-ca-file and --client-ca-key-file';
  const [certPem, text] = await Promise.all([readInputFile(certFile, advice), readInputFile(keyFile, advice)]);
  const [cert, key] = [readCertificate(certPem), readKey(text)];
  if (cert === undefined) throw new Error(`${certFile} contains no certificate in PEM`);
  if (key === undefined) throw new Error(`${keyFile} contains no private key in PEM without a password`);
  if (!cert.checkPrivateKey(key)) throw new Error(`${keyFile} is not the key of ${certFile}`);
  if (!cert.ca) throw new Error(`${certFile} is not a CA certificate`);
  if (!isCurrent(cert, now, 0)) {
    throw new Error(`${certFile} is valid only from ${cert.validFrom} to ${cert.validTo}`);
  }
  return { certPem, keyPem: text, cert, key };
}
