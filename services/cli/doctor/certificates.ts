import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { isSigningKey, readKeys } from '@pilothouse/apiserver/serviceaccount/keys.js';
import { isIssuedBy, readCertificate, readKey } from '@pilothouse/runtime/certificates/inspect.js';
import { pemBlocks } from '@pilothouse/runtime/certificates/pem.js';
import { notesOf, type Finding } from './finding.js';
import { distanceText } from './units.js';

const { ok, warning, error } = notesOf('Certificates');

/** The file of a private key. */
export interface PrivateKey {
  readonly name: string;
  readonly pem: string;
  readonly isPublic: boolean;
}

/** A certificate to check, with what belongs to it. */
export interface Certificate {
  /** Its file, and what it is for. */
  readonly name: string;
  /** The certificate, followed by its intermediates. */
  readonly pem: string;
  readonly key?: PrivateKey;
  /** Authorities, one of which must have issued it; not checked when absent. */
  readonly authorities?: { readonly name: string; readonly pem: string };
  /** Names and addresses that it must have. */
  readonly hosts?: readonly string[];
  /** Whether the next start of the server replaces it, and its key, if they cannot be used. */
  readonly isReissued?: boolean;
}

const DAY = 86_400_000;
/** Days before the expiry from which on it is a warning: a server renews its own certificates before. */
const SOON = 29;
const RENEW =
  'Replace it: `pilothouse certificates` renews those of its plan, and servers renew those that they have generated. Programs reload changed files.';
const REISSUED = 'The next start of the server writes it again, with its key.';
const RESTORE =
  'Restore the file from a backup. If it is deleted instead, the next start generates another key, and everything that this one has signed, such as tokens of ServiceAccounts, becomes invalid.';

/** Checks expiry, key, chain and names. */
export function checkCertificates(all: readonly Certificate[], now: Date): Finding[] {
  return all.flatMap((certificate) => checkOne(certificate, now));
}

/** Checks keys without a certificate as the server does when it starts. */
export function checkKeys(keys: readonly PrivateKey[]): Finding[] {
  return keys.flatMap((key) => {
    const why = keyFault(key);
    if (why === undefined) return [ok(`${key.name} has a private key`), ...privacy(key)];
    return [error(`the server does not start with this key: ${why}`, RESTORE)];
  });
}

function keyFault({ name, pem }: PrivateKey): string | undefined {
  try {
    return readKeys(pem, name).some(isSigningKey) ? undefined : `${name} contains no private key`;
  } catch (thrown) {
    return errorMessage(thrown);
  }
}

function checkOne(certificate: Certificate, now: Date): Finding[] {
  const chain = certificatesIn(certificate.pem);
  const [leaf] = chain;
  if (leaf === undefined) {
    const remedy = 'Write the certificate in PEM, followed by its intermediates.';
    return [fault(certificate, `${certificate.name} has no certificate in PEM`, remedy)];
  }
  return [
    ...chain.flatMap((cert) => expiry(certificate, cert, cert === leaf, now)),
    ...keyOf(certificate, leaf),
    ...issuer(certificate, chain),
    ...names(certificate, leaf),
  ];
}

/** What makes a certificate unusable: an error, or a warning if the server replaces it by itself. */
function fault({ isReissued = false }: Certificate, text: string, remedy: string): Finding {
  return isReissued ? warning(text, REISSUED) : error(text, remedy);
}

function expiry(certificate: Certificate, cert: X509Certificate, isLeaf: boolean, now: Date): Finding[] {
  const [from, until] = [new Date(cert.validFrom), new Date(cert.validTo)];
  const name = isLeaf ? certificate.name : `${certificate.name}, its intermediate ${oneLine(cert.subject)},`;
  const when = `${distanceText(until, now)} (${dateText(until)})`;
  if (from > now) {
    const remedy = 'Check the clock of this machine, or issue the certificate again.';
    return [error(`${name} is valid only from ${dateText(from)} on`, remedy)];
  }
  if (until <= now) return [error(`${name} expired ${when}`, RENEW)];
  if (until.getTime() - now.getTime() < SOON * DAY) return [warning(`${name} expires ${when}`, RENEW)];
  return isLeaf ? [ok(`${name} is that of ${oneLine(cert.subject)}, and expires ${when}`)] : [];
}

function keyOf(certificate: Certificate, leaf: X509Certificate): Finding[] {
  const { name, key, isReissued = false } = certificate;
  if (key === undefined) return isReissued ? [warning(`the key of ${name} is missing`, REISSUED)] : [];
  const found = readKey(key.pem);
  if (found === undefined) {
    return [fault(certificate, `${key.name} has no private key in PEM`, `Write the key of ${name} to it.`)];
  }
  if (!leaf.checkPrivateKey(found)) {
    const remedy = 'Replace both by a pair that was issued together. Running programs keep the former pair until then.';
    return [fault(certificate, `${key.name} is not the key of ${name}`, remedy)];
  }
  return privacy(key);
}

function privacy({ name, isPublic }: PrivateKey): Finding[] {
  return isPublic ? [warning(`every user of this machine can read ${name}`, `chmod 600 ${name}`)] : [];
}

function issuer(certificate: Certificate, chain: readonly X509Certificate[]): Finding[] {
  const { name, authorities } = certificate;
  if (authorities === undefined) return [];
  const trusted = certificatesIn(authorities.pem);
  if (trusted.length === 0) {
    return [error(`${authorities.name} has no certificate in PEM`, 'Write the certificates of the authorities to it.')];
  }
  const cert = untrusted(chain, trusted);
  if (cert === undefined) return [];
  const text = `no authority in ${authorities.name} has issued ${name}: the issuer of ${oneLine(cert.subject)} is ${oneLine(cert.issuer)}`;
  return [
    fault(certificate, text, `Append the intermediates to ${name}, or add the authority to ${authorities.name}.`),
  ];
}

/** The certificate whose issuer is missing. Each one is issued by an authority or by the next one in the chain. */
function untrusted(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): X509Certificate | undefined {
  for (const [index, cert] of chain.entries()) {
    if (authorities.some((authority) => isIssuedBy(cert, authority))) return undefined;
    const next = chain[index + 1];
    if (next === undefined || !isIssuedBy(cert, next)) return cert;
  }
  return undefined;
}

function names({ name, hosts = [] }: Certificate, leaf: X509Certificate): Finding[] {
  const missing = hosts.filter((host) => (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) === undefined);
  if (missing.length === 0) return [];
  const text = `${name} is not for ${missing.join(', ')}; it is for ${leaf.subjectAltName ?? 'no names'}`;
  return [
    error(text, 'Clients that connect by another name refuse it. Issue a certificate with the names that clients use.'),
  ];
}

function certificatesIn(pem: string): X509Certificate[] {
  return [...pemBlocks(pem)].flatMap(({ type, bytes }) => (type === 'CERTIFICATE' && readCertificate(bytes)) || []);
}

function dateText(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

/** Names have a line for each part. */
function oneLine(name: string): string {
  return name === '' ? 'no name' : name.replaceAll('\n', ', ');
}
