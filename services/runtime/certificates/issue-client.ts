import type { ReadPair } from './inspect.js';
import { issueCertificate, keyPem, newKeys, type KeyPair } from './issue.js';
import { signerOf } from './signer.js';

export interface ClientCertificateOptions {
  /** The user name becomes the common name of the certificate, and the groups become its organizations. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly authority: ReadPair;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Creates a key and a client certificate for a user. */
export async function issueClientCertificate(options: ClientCertificateOptions): Promise<KeyPair> {
  const { name, groups, authority, notBefore, notAfter } = options;
  const { publicKey, privateKey } = await newKeys();
  const certPem = issueCertificate({
    subject: { commonName: name, organization: [...new Set(groups)] },
    publicKey,
    purpose: { type: 'client' },
    issuer: signerOf(authority),
    notBefore,
    notAfter,
  });
  return { certPem, keyPem: keyPem(privateKey) };
}
