import type { KubeconfigUser } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { isCurrent, readCertificate, readKey, type ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import { issueClientCertificate } from '@pilothouse/runtime/certificates/issue-client.js';
import { readNamed } from './kubeconfig-server.js';

export interface CertificateUser {
  readonly name: string;
  readonly groups: readonly string[];
  /** Milliseconds from now on. */
  readonly duration: number;
  /** Paths of the authority's certificate and key (PEM). */
  readonly authority: { readonly certFile: string; readonly keyFile: string };
}

/** Credentials, and when they end, where that is known. */
export interface Made {
  readonly user: KubeconfigUser;
  readonly expires?: Date;
}

/** How far the clock of another machine may be behind, in milliseconds. */
const CLOCK_SKEW = 3_600_000;

/** A new key and a client certificate for it. Throws Error with a sentence. */
export async function issueUser({ name, groups, duration, authority }: CertificateUser, now: Date): Promise<Made> {
  const pair = await readAuthority(authority, now);
  const [notBefore, notAfter] = [new Date(now.getTime() - CLOCK_SKEW), new Date(now.getTime() + duration)];
  const end = Date.parse(pair.cert.validTo);
  if (notAfter.getTime() > end) {
    const hours = Math.floor((end - now.getTime()) / 3_600_000);
    throw new Error(
      `the certificate would outlive its authority, which ends on ${new Date(end).toISOString()}; ` +
        `give a --duration of at most ${hours}h`,
    );
  }
  const user = await issueClientCertificate({ name, groups, authority: pair, notBefore, notAfter });
  return { user, expires: notAfter };
}

async function readAuthority({ certFile, keyFile }: CertificateUser['authority'], now: Date): Promise<ReadPair> {
  const advice =
    'the first start of a server that keeps its data makes one; another authority is named by --client-ca-file and --client-ca-key-file';
  const [certPem, text] = await Promise.all([readNamed(certFile, advice), readNamed(keyFile, advice)]);
  const [cert, key] = [readCertificate(certPem), readKey(text)];
  if (cert === undefined) throw new Error(`${certFile} holds no certificate in PEM`);
  if (key === undefined) throw new Error(`${keyFile} holds no private key in PEM that can be read without a password`);
  if (!cert.checkPrivateKey(key)) throw new Error(`${keyFile} is not the key of ${certFile}`);
  if (!cert.ca) throw new Error(`${certFile} is not the certificate of an authority`);
  if (!isCurrent(cert, now, 0)) {
    throw new Error(`${certFile} is valid only from ${cert.validFrom} to ${cert.validTo}`);
  }
  return { certPem, keyPem: text, cert, key };
}
