import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '@pilothouse/apiserver/main.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { writeCredentials } from './credentials.js';
import { AUTHORITY_FILES, flagsOf, PROGRAM_NAMES, type ProgramName, type Programs } from './programs.js';
import { supervise } from './supervise.js';

export interface ProgramOptions {
  readonly programs: Programs;
  /** The directory of kubeconfigs, certificates and logs; a temporary one when absent. */
  readonly directory?: string;
  /** The controllers of this project that run in the server. */
  readonly controllers: ReadonlySet<string>;
  readonly logger: Logger;
}

type Server = Pick<RunningServer, 'url' | 'rootCa' | 'issueClientCertificate' | 'authority'>;

/** Runs programs of Kubernetes as clients of the server until they are stopped. Each is started again when it ends. */
export async function startPrograms(server: Server, options: ProgramOptions): Promise<{ stop(): Promise<void> }> {
  const { programs, controllers, logger } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'pilothouse-programs-')));
  const off = new AbortController();
  const { signal } = off;
  const prepare = async (name: ProgramName, path: string): Promise<() => Promise<void>> => {
    const onError = (error: unknown): void => logger.warn({ error, program: name }, 'the certificate was not renewed');
    const kubeconfig = await writeCredentials(server, name, { directory, signal, onError });
    if (name === 'kube-controller-manager') await writeAuthority(server, directory);
    const log = join(directory, `${name}.log`);
    const flags = flagsOf(name, { directory, kubeconfig, controllers });
    const onEnd = (cause: string, delayMs: number): void =>
      logger.warn({ program: name, cause, log, delayMs }, 'the program ended and is started again');
    return () => supervise({ path, flags, log }, { signal, onEnd });
  };
  // All files are written before the first program starts, so that a failure leaves none running.
  const wanted = PROGRAM_NAMES.flatMap((name) => (programs[name] === undefined ? [] : [prepare(name, programs[name])]));
  const running = (await Promise.all(wanted)).map((run) => run());
  return {
    async stop() {
      off.abort();
      await Promise.all(running);
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Writes the authority with which kube-controller-manager signs certificates. */
async function writeAuthority({ authority }: Server, directory: string): Promise<void> {
  await writeFileAtomically(join(directory, AUTHORITY_FILES.certificate), authority.certPem, { mode: 0o600 });
  await writeFileAtomically(join(directory, AUTHORITY_FILES.key), authority.keyPem, { mode: 0o600 });
}
