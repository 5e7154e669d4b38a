import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Certificate } from './certificates.js';
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
}

/** The certificates that a server has generated in its data directory, with the keys beside them. */
export async function generatedCertificates(directory: string): Promise<CertificatePaths[]> {
  const folder = join(directory, 'certificates');
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const path = (name: string): string | undefined => (names.includes(name) ? join(folder, name) : undefined);
  return names
    .filter((name) => name.endsWith('.crt'))
    .toSorted()
    .map((name) => ({
      certFile: join(folder, name),
      keyFile: path(name.replace(/crt$/, 'key')),
      caFile: path('ca.crt'),
    }));
}

/** Reads the files, or says why one of them cannot be read. */
export async function readCertificates(paths: CertificatePaths): Promise<Certificate | Finding> {
  const { flag, certFile, keyFile, caFile, hosts } = paths;
  const name = flag === undefined ? certFile : `${certFile} (--${flag})`;
  for (const file of [certFile, keyFile, caFile]) {
    const problem = file === undefined ? undefined : await readFile(file).then(() => undefined, errorMessage);
    if (problem === undefined) continue;
    const remedy = 'Correct the path or the permissions of the file, or run this command as the user of the server.';
    return error(`${file} cannot be read: ${problem}`, remedy);
  }
  const read = (file: string): Promise<string> => readFile(file, 'utf8');
  return {
    name,
    pem: await read(certFile),
    ...(keyFile !== undefined && {
      key: { name: keyFile, pem: await read(keyFile), isPublic: await isPublic(keyFile) },
    }),
    ...(caFile !== undefined && { authorities: { name: caFile, pem: await read(caFile) } }),
    ...(hosts !== undefined && { hosts }),
  };
}

/** Whether every user may read the file. */
async function isPublic(file: string): Promise<boolean> {
  const { mode } = await stat(file);
  return process.platform !== 'win32' && (mode & 0o004) !== 0;
}
