import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { RunningServer } from '@pilothouse/apiserver/main.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { userOf, type ProgramName } from './programs.js';

/** Certificates are valid for a day. */
const RENEWAL_MS = 6 * 3_600_000;
const SECRET = { mode: 0o600 } as const;

type Server = Pick<RunningServer, 'url' | 'rootCa' | 'issueClientCertificate'>;

/**
 * Writes the kubeconfig of a program, and renews the certificate to which it refers until the signal aborts: clients of
 * Kubernetes load it again when the file changes. Returns the path of the kubeconfig.
 */
export async function writeCredentials(
  server: Server,
  name: ProgramName,
  { directory, signal, onError }: { directory: string; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const user = { certFile: `${name}.crt`, keyFile: `${name}.key` };
  const renew = async (): Promise<void> => {
    const { certPem, keyPem } = await server.issueClientCertificate({ name: userOf(name), groups: [] });
    await writeFileAtomically(join(directory, user.keyFile), keyPem, SECRET);
    await writeFileAtomically(join(directory, user.certFile), certPem, SECRET);
  };
  await renew();
  const path = join(directory, `${name}.kubeconfig`);
  const { url, rootCa } = server;
  const text = kubeconfig({
    server: url,
    caPem: rootCa.current(),
    user,
    userName: userOf(name),
    name: 'pilothouse',
  });
  await writeFileAtomically(path, text, SECRET);
  void renewUntil(signal, () => renew().catch(onError));
  return path;
}

async function renewUntil(signal: AbortSignal, renew: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await delay(RENEWAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await renew();
  }
}
