import { readFile } from 'node:fs/promises';
import { createClient } from '@pilothouse/client/client.js';
import { secrets } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { withLock } from '@pilothouse/runtime/files/lock.js';
import { clusterConnection, type PodEnvironment } from './connection.js';
import type { CertificatesOptions } from './options/certificates-options.js';
import { readPlan } from './plan/document.js';
import type { PlanError } from './rotation/outcome.js';
import type { RunOptions } from './rotation/run-options.js';
import { runPlan } from './rotation/run.js';
import { directoryStore, removeTemporaryFiles } from './store/directory.js';
import { dryRun } from './store/dry-run.js';
import { secretStore } from './store/secrets.js';
import type { Store } from './store/store.js';

export interface ApplyContext extends Pick<RunOptions, 'now' | 'report' | 'onConflict'>, PodEnvironment {
  readonly signal: AbortSignal;
}

/** Runs `pilothouse certificates` with these options. Resolves to the errors of single items; the other items are done. */
export async function applyCertificates(
  options: CertificatesOptions,
  context: ApplyContext,
): Promise<readonly PlanError[]> {
  const { config, target } = options;
  const plan = readPlan(await readFile(config, 'utf8'), config);
  const run = (store: Store): Promise<readonly PlanError[]> =>
    runPlan(plan, options.dryRun ? dryRun(store) : store, { ...options, ...context });
  if (target.type === 'directory') return inDirectory(target.directory, options.dryRun, run, context);
  const connection = await clusterConnection(target, context);
  const client = createClient({ transport: httpsTransport(connection), userAgent: 'pilothouse-certificates' });
  try {
    const { namespace } = target;
    return await run(secretStore(client.of(secrets).namespace(namespace), namespace, context.signal));
  } catch (error) {
    // A socket error has a text code; an API error has a Status.
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    throw new Error(`${connection.url} cannot be reached: ${error.message || error.code}`, { cause: error });
  } finally {
    await client.close();
  }
}

/** A dry run only reads. It takes no lock and creates no directory. */
async function inDirectory(
  directory: string,
  isDry: boolean,
  run: (store: Store) => Promise<readonly PlanError[]>,
  { now, signal }: ApplyContext,
): Promise<readonly PlanError[]> {
  const store = directoryStore(directory);
  if (isDry) return run(store);
  return withLock({ directory, now: () => now().getTime(), signal }, async () => {
    await removeTemporaryFiles(directory);
    return run(store);
  });
}
