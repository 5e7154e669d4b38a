import { readFile } from 'node:fs/promises';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import type { IOptions } from 'etcd3';

/** The credentials of the client for etcd3; undefined without TLS. */
export async function etcd3Credentials(tls: TestEtcd['tls']): Promise<Pick<IOptions, 'credentials'>> {
  if (tls === undefined) return {};
  const read = (path: string): Promise<Buffer> => readFile(path);
  const [rootCertificate, certChain, privateKey] = [read(tls.caFile), read(tls.certFile), read(tls.keyFile)];
  const credentials = {
    rootCertificate: await rootCertificate,
    certChain: await certChain,
    privateKey: await privateKey,
  };
  return { credentials };
}
