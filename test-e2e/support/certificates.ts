import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  issueCertificate,
  keyPem,
  newKeys,
  type IssueOptions,
  type KeyPair,
  type Subject,
} from '@pilothouse/runtime/certificates/issue.js';

const AUTHORITY: Subject = { commonName: 'e2e-ca' };
const HOUR = 3_600_000;
/** Hours. Longer than any test runs. */
const VALID = 30 * 24;

/** A new certificate authority. */
export async function newAuthority(): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeys();
  const certPem = issueCertificate({
    subject: AUTHORITY,
    publicKey,
    purpose: { type: 'ca' },
    issuer: { subject: AUTHORITY, publicKey, privateKey },
    ...validity(VALID),
  });
  return { certPem, keyPem: keyPem(privateKey) };
}

/** A client certificate that is valid, or that expired an hour ago. */
export function newClient(authority: KeyPair, subject: Subject, isExpired = false): Promise<KeyPair> {
  return newLeaf(authority, { subject, purpose: { type: 'client' }, ...validity(isExpired ? -1 : VALID) });
}

/** A serving certificate. */
export function newServer(authority: KeyPair, hosts: readonly string[]): Promise<KeyPair> {
  return newLeaf(authority, {
    subject: { commonName: 'server' },
    purpose: { type: 'server', hosts },
    ...validity(VALID),
  });
}

type LeafOptions = Pick<IssueOptions, 'subject' | 'purpose' | 'notBefore' | 'notAfter'>;

async function newLeaf(authority: KeyPair, options: LeafOptions): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeys();
  const signer = createPrivateKey(authority.keyPem);
  const certPem = issueCertificate({
    ...options,
    publicKey,
    issuer: { subject: AUTHORITY, publicKey: createPublicKey(signer), privateKey: signer },
  });
  return { certPem, keyPem: keyPem(privateKey) };
}

function validity(hours: number): { readonly notBefore: Date; readonly notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - 2 * HOUR), notAfter: new Date(now + hours * HOUR) };
}
