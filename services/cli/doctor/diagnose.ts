import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { readKubeconfigFile, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { checkApiServer } from './api-server.js';
import {
  checkGeneratedAuthority,
  generatedCertificates,
  generatedKeys,
  readCertificates,
  readKeyFile,
  type CertificatePaths,
} from './certificate-files.js';
import { checkCertificates, checkKeys, type Certificate, type PrivateKey } from './certificates.js';
import { checkClocks, type ClockSample } from './clocks.js';
import { checkDataDirectory } from './data-directory.js';
import { checkEtcd } from './etcd.js';
import { observeEtcd, type EtcdOptions } from './etcd-observe.js';
import { notesOf, type Finding } from './finding.js';

export interface DoctorOptions {
  readonly dataDirectory: string;
  /** Whether a flag names it, so that it must exist. */
  readonly isDirectoryGiven: boolean;
  readonly quotaBytes: number;
  /** Undefined for the embedded store. */
  readonly etcd: EtcdOptions | undefined;
  /** Certificates that flags name. */
  readonly certificates: readonly CertificatePaths[];
  /** Undefined: the one in the data directory, if there is one. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}

interface Part {
  readonly findings: readonly Finding[];
  readonly clocks: readonly ClockSample[];
}

const { skipped: noServer, warning: serverWarning, error: serverError } = notesOf('API server');
const { skipped: noCertificates } = notesOf('Certificates');
const { skipped: noEtcd, error: etcdError } = notesOf('etcd');

/** Checks everything that the options name. Changes nothing. `onBytes` is called while an embedded store is read. */
export async function diagnose(
  options: DoctorOptions,
  now: () => Date,
  onBytes?: (done: number, total: number) => void,
): Promise<Finding[]> {
  const { dataDirectory: directory, isDirectoryGiven: isGiven, quotaBytes, etcd } = options;
  const connection = await connectionOf(options);
  const [data, certificates, store, server] = await Promise.all([
    checkDataDirectory({ directory, isGiven, isOnEtcd: etcd !== undefined, quotaBytes, ...(onBytes && { onBytes }) }),
    certificatesOf(options, connection, now()),
    etcdPart(etcd, now),
    serverPart(connection, now),
  ]);
  const clocks = checkClocks([...store.clocks, ...server.clocks]);
  return [...data, ...certificates, ...store.findings, ...server.findings, ...clocks];
}

type Connection =
  | { readonly type: 'none' }
  /** `isRewritten`: whether the next start of the server replaces it. */
  | { readonly type: 'invalid'; readonly why: string; readonly isRewritten: boolean }
  | { readonly type: 'found'; readonly path: string; readonly connection: KubeconfigConnection };

async function connectionOf({ dataDirectory, kubeconfig, context }: DoctorOptions): Promise<Connection> {
  const path = kubeconfig ?? join(dataDirectory, 'kubeconfig');
  if (!(await can(path, constants.F_OK)) && kubeconfig === undefined) return { type: 'none' };
  try {
    const connection = await readKubeconfigFile(path, context === undefined ? {} : { context });
    return { type: 'found', path, connection };
  } catch (error) {
    const isRewritten = kubeconfig === undefined && (await can(path, constants.R_OK));
    return { type: 'invalid', why: errorMessage(error), isRewritten };
  }
}

async function can(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function serverPart(found: Connection, now: () => Date): Promise<Part> {
  switch (found.type) {
    case 'none':
      return { findings: [noServer('no API server was checked; name its kubeconfig with --kubeconfig')], clocks: [] };
    case 'invalid':
      return {
        findings: [
          found.isRewritten
            ? serverWarning(found.why, 'The next start of the server writes it again.')
            : serverError(found.why, 'Correct the kubeconfig, or name another one with --kubeconfig.'),
        ],
        clocks: [],
      };
    case 'found':
      return checkApiServer(found.connection, now);
  }
}

async function etcdPart(etcd: EtcdOptions | undefined, now: () => Date): Promise<Part> {
  if (etcd === undefined)
    return { findings: [noEtcd('etcd was not checked, since --etcd-servers is not set')], clocks: [] };
  try {
    const state = await observeEtcd(etcd, now);
    return { findings: checkEtcd(state), clocks: state.clocks };
  } catch (error) {
    return { findings: [etcdError(errorMessage(error), 'Correct the files of the flags --etcd-….')], clocks: [] };
  }
}

async function certificatesOf(options: DoctorOptions, found: Connection, now: Date): Promise<Finding[]> {
  const authority = await checkGeneratedAuthority(options.dataDirectory, now);
  const generated = await generatedCertificates(options.dataDirectory, authority.length === 0);
  const read = await Promise.all([...options.certificates, ...generated].map(readCertificates));
  const keyFiles = await Promise.all((await generatedKeys(options.dataDirectory)).map(readKeyFile));
  const all = read.flatMap((each): Certificate[] => ('pem' in each ? [each] : []));
  const keys = keyFiles.flatMap((each): PrivateKey[] => ('pem' in each ? [each] : []));
  // By text: several certificates may name one authority.
  const unreadable = new Map(
    [...read, ...keyFiles].flatMap((each) => ('pem' in each ? [] : [[each.text, each] as const])),
  );
  const user = found.type === 'found' ? userOf(found.path, found.connection) : [];
  const findings = [
    ...authority,
    ...unreadable.values(),
    ...checkCertificates([...all, ...user], now),
    ...checkKeys(keys),
  ];
  if (findings.length > 0) return findings;
  return [noCertificates('there is no certificate to check; name them with --tls-cert-file and --etcd-certfile')];
}

/** The client certificate of a kubeconfig. */
function userOf(path: string, { credentials }: KubeconfigConnection): Certificate[] {
  if (credentials === undefined || !('certPem' in credentials)) return [];
  const { certPem: pem, keyPem } = credentials;
  return [{ name: `the user of ${path}`, pem, key: { name: `the key in ${path}`, pem: keyPem, isPublic: false } }];
}
