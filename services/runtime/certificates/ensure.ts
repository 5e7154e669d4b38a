import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { writeFileAtomically } from '../files/atomic.js';
import { normalHosts } from './hosts.js';
import { isCurrent, isForHosts, isIssuedBy, readCertificate, readKey, readPair, type ReadPair } from './inspect.js';
import { issueCertificate, keyPem, newKeys, type Issuer, type KeyPair, type Purpose, type Subject } from './issue.js';

export interface AuthorityOptions {
  /** The directory of the files; without it, new certificates are created in memory. */
  readonly directory?: string | undefined;
  readonly now: Date;
}

export interface CertificateOptions extends AuthorityOptions {
  /** Names and addresses in the serving certificate. */
  readonly hosts: readonly string[];
}

export interface AuthorityCertificates {
  readonly ca: KeyPair;
  /** A client certificate of the group `system:masters`. */
  readonly admin: KeyPair;
}

export interface Certificates extends AuthorityCertificates {
  readonly serving: KeyPair;
}

/** Certificates that cannot be used and must not be replaced automatically. The message names the file. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** The authority is incomplete or cannot be used, and clients trust it, so that only the operator may replace it. */
export class AuthorityError extends CertificateError {
  constructor(
    /** The file, and what is wrong with it. */
    readonly fault: string,
    readonly remedy: string,
  ) {
    super(`${fault}; ${remedy}`);
  }
}

const DAY = 24 * 60 * 60 * 1000;
const CA_VALIDITY = 10 * 365 * DAY;
const LEAF_VALIDITY = 365 * DAY;
const RENEW_BEFORE = 30 * DAY;
/** Tolerated clock skew of another machine. */
const CLOCK_SKEW = 60 * 60 * 1000;

const CA_SUBJECT: Subject = { commonName: 'pilothouse-ca' };
const ADMIN_SUBJECT: Subject = { commonName: 'kubernetes-admin', organization: 'system:masters' };
const SERVING_SUBJECT: Subject = { commonName: 'kube-apiserver' };

/** Certificates that can be renewed before they expire. */
export type Renewable<T> = T & {
  /** The certificates for that time: the CA stays, and leaf certificates may be new. */
  readonly renew: (now: Date) => Promise<T>;
};

/** Certificates in memory, the new ones of which are being stored. */
export interface Begun<T> {
  readonly certificates: Renewable<T>;
  /** Resolves when they are. Rejects with CertificateError. No client may see them before. */
  readonly stored: Promise<void>;
}

/**
 * The CA, the serving certificate and the administrator's certificate, kept across restarts. Leaf certificates are
 * reissued when they are invalid, 30 days before expiry, or when the CA or the hosts change. An invalid CA is an error:
 * clients trust it, so only the operator may replace it. Does not wait until new certificates are stored.
 */
export async function beginCertificates(options: CertificateOptions): Promise<Begun<Certificates>> {
  const purpose = { type: 'server', hosts: normalHosts(options.hosts) } as const;
  return withRenewal(options, async (common) => {
    const [authority, serving] = await Promise.all([
      authorityOf(common),
      ensureLeaf({ ...common, name: 'apiserver', subject: SERVING_SUBJECT, purpose }),
    ]);
    return { ...authority, serving };
  });
}

/** Same as {@link beginCertificates}, for a server with a configured serving certificate. */
export async function beginAuthorityCertificates(options: AuthorityOptions): Promise<Begun<AuthorityCertificates>> {
  return withRenewal(options, authorityOf);
}

type Common = Pick<LeafOptions, 'files' | 'ca' | 'now'>;

async function withRenewal<T>(
  { directory, now }: AuthorityOptions,
  make: (common: Common) => Promise<T>,
): Promise<Begun<T>> {
  const files = directory === undefined ? memoryFiles() : directoryFiles(directory);
  const ca = await ensureAuthority(files, now);
  const made = await make({ files, ca, now });
  const renew = async (at: Date): Promise<T> => {
    const renewed = await make({ files, ca, now: at });
    await files.stored();
    return renewed;
  };
  const stored = files.stored();
  // The caller awaits it later.
  stored.catch(() => undefined);
  return { certificates: { ...made, renew }, stored };
}

async function authorityOf(common: Common): Promise<AuthorityCertificates> {
  const { certPem, keyPem } = common.ca;
  const admin = await ensureLeaf({ ...common, name: 'admin', subject: ADMIN_SUBJECT, purpose: { type: 'client' } });
  return { ca: { certPem, keyPem }, admin };
}

/** The names of the leaf certificates, which a start issues again if they cannot be used. */
export const LEAF_NAMES = ['apiserver', 'admin'] as const;

type LeafName = (typeof LEAF_NAMES)[number];
type PairName = 'ca' | LeafName;
type FileName = `${PairName}.${'crt' | 'key'}`;

interface Files {
  readonly path: (name: FileName) => string;
  /** Undefined if the file does not exist. */
  readonly read: (name: FileName) => Promise<string | undefined>;
  /**
   * Begins to write a pair, the key first, so that a certificate on disk always has its key. After an interruption,
   * certificates of an authority that is not stored are reissued.
   */
  readonly store: (name: PairName, pair: KeyPair) => void;
  /** Resolves when all pairs since the previous call are written, and rejects if one cannot be. */
  readonly stored: () => Promise<void>;
}

/**
 * Rejects with AuthorityError if a server does not start with the authority in this directory, and with
 * CertificateError if its files cannot be read. Writes nothing.
 */
export async function checkAuthority(directory: string, now: Date): Promise<void> {
  await storedAuthority(directoryFiles(directory), now);
}

async function ensureAuthority(files: Files, now: Date): Promise<ReadPair> {
  const found = await storedAuthority(files, now);
  return 'cert' in found ? found : newAuthority(files, now, found.key);
}

/** The authority, or only its key, or nothing. */
async function storedAuthority(files: Files, now: Date): Promise<ReadPair | { readonly key?: KeyObject }> {
  const [certText, keyText] = await Promise.all([files.read('ca.crt'), files.read('ca.key')]);
  if (certText === undefined && keyText === undefined) return {};
  const fail = (name: FileName, fault: string): never => {
    throw new AuthorityError(
      `the certificate authority's ${files.path(name)} ${fault}`,
      'restore it, or delete both files of the authority for a new one, which no client trusts yet',
    );
  };
  if (keyText === undefined) return fail('ca.key', 'is missing');
  const key = readKey(keyText) ?? fail('ca.key', 'is not a private key');
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return fail('ca.key', 'is not an ECDSA key on P-256');
  // A key without a certificate is an interrupted first start, because the certificate is written second.
  if (certText === undefined) return { key };
  const cert = readCertificate(certText) ?? fail('ca.crt', 'is not a certificate');
  if (!cert.checkPrivateKey(key)) return fail('ca.crt', 'does not belong to the key beside it');
  if (!cert.ca || cert.subject !== `CN=${CA_SUBJECT.commonName}`)
    return fail('ca.crt', 'is not one made by this program');
  if (!isCurrent(cert, now, 0)) return fail('ca.crt', `is valid only from ${cert.validFrom} to ${cert.validTo}`);
  return { certPem: certText, keyPem: keyText, cert, key };
}

async function newAuthority(files: Files, now: Date, given?: KeyObject): Promise<ReadPair> {
  const privateKey = given ?? (await newKeys()).privateKey;
  const publicKey = createPublicKey(privateKey);
  const certPem = issueCertificate({
    subject: CA_SUBJECT,
    publicKey,
    purpose: { type: 'ca' },
    issuer: { subject: CA_SUBJECT, publicKey, privateKey },
    ...validity(now, CA_VALIDITY),
  });
  const pair = checked({ certPem, keyPem: keyPem(privateKey) });
  files.store('ca', pair);
  return pair;
}

interface LeafOptions {
  readonly files: Files;
  readonly ca: ReadPair;
  readonly now: Date;
  readonly name: LeafName;
  readonly subject: Subject;
  readonly purpose: Purpose;
}

async function ensureLeaf(options: LeafOptions): Promise<KeyPair> {
  const { files, ca, now, name, subject, purpose } = options;
  const [certPem, keyText] = await Promise.all([files.read(`${name}.crt`), files.read(`${name}.key`)]);
  if (certPem !== undefined && keyText !== undefined && isGood({ certPem, keyPem: keyText }, options)) {
    return { certPem, keyPem: keyText };
  }
  const { privateKey, publicKey } = await newKeys();
  const issuer: Issuer = { subject: CA_SUBJECT, privateKey: ca.key, publicKey: ca.cert.publicKey };
  const made = issueCertificate({ subject, publicKey, purpose, issuer, ...validity(now, LEAF_VALIDITY) });
  const pair = { certPem: made, keyPem: keyPem(privateKey) };
  files.store(name, pair);
  return pair;
}

function isGood(pair: KeyPair, { ca, now, purpose }: LeafOptions): boolean {
  const read = readPair(pair);
  return (
    read !== undefined &&
    isCurrent(read.cert, now, RENEW_BEFORE) &&
    isIssuedBy(read.cert, ca.cert) &&
    (purpose.type !== 'server' || isForHosts(read.cert, purpose.hosts))
  );
}

function validity(now: Date, duration: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - CLOCK_SKEW), notAfter: new Date(now.getTime() + duration) };
}

function checked(pair: KeyPair): ReadPair {
  const read = readPair(pair);
  if (read === undefined) throw new CertificateError('the new certificate does not belong to its key');
  return read;
}

/** Files that exist only in memory. */
function memoryFiles(): Files {
  const texts = new Map<FileName, string>();
  return {
    path: (name) => name,
    read: async (name) => texts.get(name),
    store(name, { certPem, keyPem: key }) {
      texts.set(`${name}.key`, key);
      texts.set(`${name}.crt`, certPem);
    },
    stored: async () => {},
  };
}

function directoryFiles(directory: string): Files {
  const path = (name: FileName): string => join(directory, name);
  const writes: Promise<void>[] = [];
  async function write(name: FileName, text: string): Promise<void> {
    try {
      await writeFileAtomically(path(name), text, { mode: name.endsWith('.key') ? 0o600 : 0o644 });
    } catch (error) {
      throw new CertificateError(`cannot write ${path(name)}: ${errorMessage(error)}`, { cause: error });
    }
  }
  return {
    path,
    read: async (name) => {
      try {
        return await readFile(path(name), 'utf8');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new CertificateError(`cannot read ${path(name)}: ${errorMessage(error)}`, { cause: error });
      }
    },
    store(name, { certPem, keyPem: key }) {
      const written = write(`${name}.key`, key).then(() => write(`${name}.crt`, certPem));
      written.catch(() => undefined);
      writes.push(written);
    },
    async stored() {
      await Promise.all(writes.splice(0));
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
