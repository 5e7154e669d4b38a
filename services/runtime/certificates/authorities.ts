import { X509Certificate } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { CertificateError } from './ensure.js';
import { isIssuedBy } from './inspect.js';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM text, one or more. Throws CertificateError; `path` is for the message. */
export function readAuthorities(pem: string, path: string): X509Certificate[] {
  const blocks = pem.match(BLOCK) ?? [];
  if (blocks.length === 0) throw new CertificateError(`${path} holds no certificate in PEM`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch (error) {
    const why = errorMessage(error);
    throw new CertificateError(`${path}: a certificate cannot be read: ${why}`, { cause: error });
  }
}

/** From when to when a certificate and all who vouch for it are valid, in milliseconds since 1970. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/**
 * So many certificates are followed, and so many of those that came along are looked at: clients choose them, and one by
 * one they could cost the better part of a second.
 */
const LONGEST_CHAIN = 10;

/**
 * When these authorities vouch for a certificate, directly or through others that came with it; undefined where they do
 * not. TLS has checked the certificate against the authorities of all purposes together; this tells for which of them.
 */
export function vouchedValidity(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): Validity | undefined {
  if (authorities.length === 0) return undefined;
  const near = others.slice(0, LONGEST_CHAIN);
  let [certificate, validity] = [leaf, validityOf(leaf)];
  for (let length = 0; length < LONGEST_CHAIN; length++) {
    const authority = authorities.find((each) => isIssuedBy(certificate, each));
    if (authority !== undefined) return both(validity, validityOf(authority));
    const next = near.find((each) => each.ca && isIssuedBy(certificate, each));
    if (next === undefined || next.fingerprint256 === certificate.fingerprint256) return undefined;
    [certificate, validity] = [next, both(validity, validityOf(next))];
  }
  return undefined;
}

function validityOf({ validFrom, validTo }: X509Certificate): Validity {
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}

function both(a: Validity, b: Validity): Validity {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}
