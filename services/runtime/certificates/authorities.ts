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

/** The validity period of a certificate and its whole chain, in milliseconds since 1970. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/**
 * Limit of the chain length, and of the intermediates considered. Clients choose them, and verifying many could take
 * most of a second.
 */
const MAX_CHAIN = 10;

/**
 * The validity period of a certificate's chain to one of these authorities, directly or through intermediates;
 * undefined without a chain. TLS verifies against the CAs of all purposes together; this tells which of them apply.
 */
export function chainValidity(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): Validity | undefined {
  if (authorities.length === 0) return undefined;
  const near = others.slice(0, MAX_CHAIN);
  let [certificate, validity] = [leaf, validityOf(leaf)];
  for (let length = 0; length < MAX_CHAIN; length++) {
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
