import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { AuthorityError, checkAuthority, LEAF_NAMES } from '@pilothouse/runtime/certificates/ensure.js';
import type { Certificate, PrivateKey } from './certificates.js';
import { notesOf, type Finding } from './finding.js';

const { error } = notesOf('Certificates');

/** Paths of a certificate and of what belongs to it. */
export interface CertificatePaths {
  /** The flag that names it; absent for a generated one. */
  readonly flag?: string;
  readonly certFile: string;
  readonly keyFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly hosts?: readonly string[];
  /** Whether the next start of the server replaces it if it cannot be used. */
  readonly isReissued?: boolean;
}

/** Names of the files that a start of the server issues again if they cannot be used. */
const LEAVES: readonly string[] = LEAF_NAMES.map((name) => `${name}.crt`);
/** Names of the keys that belong to a certificate, even while it is missing. */
const PAIRED: readonly string[] = ['ca', ...LEAF_NAMES].map((name) => `${name}.key`);

/**
 * The certificates in a data directory, with the keys beside them. `hasAuthority`: whether the generated authority can
 * be used. Otherwise there is one finding about it (`checkGeneratedAuthority`), and nothing is compared with it.
 */
export async function generatedCertificates(directory: string, hasAuthority: boolean): Promise<CertificatePaths[]> {
  const folder = certificatesFolder(directory);
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const path = (name: string): string | undefined => (names.includes(name) ? join(folder, name) : undefined);
  return names
    .filter((name) => name.endsWith('.crt') && (hasAuthority || name !== 'ca.crt'))
    .toSorted()
    .map((name) => ({
      certFile: join(folder, name),
      keyFile: path(name.replace(/crt$/, 'key')),
      caFile: hasAuthority ? path('ca.crt') : undefined,
      isReissued: LEAVES.includes(name),
    }));
}

/** What prevents a start of the server with the authority in its data directory. */
export async function checkGeneratedAuthority(directory: string, now: Date): Promise<Finding[]> {
  try {
    await checkAuthority(certificatesFolder(directory), now);
  } catch (fault) {
    // A file that cannot be read has its own finding.
    if (fault instanceof AuthorityError) return [error(fault.fault, sentence(fault.remedy))];
  }
  return [];
}

function certificatesFolder(directory: string): string {
  return join(directory, 'certificates');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The generated keys without a certificate beside them, such as that of tokens. */
export async function generatedKeys(directory: string): Promise<string[]> {
  const folder = certificatesFolder(directory);
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.key') && !PAIRED.includes(name) && !names.includes(name.replace(/key$/, 'crt')))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Reads the files, or says why one of them cannot be read. */
export async function readCertificates(paths: CertificatePaths): Promise<Certificate | Finding> {
  const { flag, certFile, keyFile, caFile, hosts, isReissued = false } = paths;
  const name = flag === undefined ? certFile : `${certFile} (--${flag})`;
  for (const file of [certFile, keyFile, caFile]) {
    const problem = file === undefined ? undefined : await unreadable(file);
    if (problem !== undefined) return problem;
  }
  const read = (file: string): Promise<string> => readFile(file, 'utf8');
  return {
    name,
    pem: await read(certFile),
    ...(keyFile !== undefined && { key: await keyIn(keyFile) }),
    ...(caFile !== undefined && { authorities: { name: caFile, pem: await read(caFile) } }),
    ...(hosts !== undefined && { hosts }),
    isReissued,
  };
}

/** Reads the file of a key, or says why it cannot be read. */
export async function readKeyFile(file: string): Promise<PrivateKey | Finding> {
  return (await unreadable(file)) ?? keyIn(file);
}

async function unreadable(file: string): Promise<Finding | undefined> {
  const problem = await readFile(file).then(() => undefined, errorMessage);
  if (problem === undefined) return undefined;
  const remedy = 'Correct the path or the permissions of the file, or run this command as the user of the server.';
  return error(`${file} cannot be read: ${problem}`, remedy);
}

async function keyIn(file: string): Promise<PrivateKey> {
  return { name: file, pem: await readFile(file, 'utf8'), isPublic: await isPublic(file) };
}

/** Whether every user may read the file. */
async function isPublic(file: string): Promise<boolean> {
  const { mode } = await stat(file);
  return process.platform !== 'win32' && (mode & 0o004) !== 0;
}
