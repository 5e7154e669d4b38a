import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { kubeconfig, writeKubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { StorageOptions } from '@pilothouse/apiserver/options/server-options.js';
import { failureText, type Listening } from '../failure.js';
import type { ConsoleBeside, RunOptions, Runner, RunningServer } from '../runner.js';
import { createProgress } from '../progress.js';
import type { Terminal } from '../terminal.js';

export interface UpOptions extends RunOptions {
  /** Path of the kubeconfig; undefined for a temporary file, which is removed at the end. */
  readonly kubeconfigOut: string | undefined;
  /** Port of the console beside the server; no console when absent. */
  readonly consolePort?: number;
}

export interface UpContext {
  readonly start: Runner;
  readonly showBeside: ConsoleBeside;
  readonly terminal: Terminal;
  /** Aborted to stop the server. */
  readonly stop: AbortSignal;
  /** Milliseconds since the start of the process. */
  readonly elapsed: () => number;
}

/** Runs a control plane until it is stopped. Resolves to the exit code. */
export async function up(options: UpOptions, context: UpContext): Promise<number> {
  const { start, terminal, stop } = context;
  let running: RunningServer | undefined;
  let temporary: string | undefined;
  let beside: Awaited<ReturnType<ConsoleBeside>> | undefined;
  try {
    const progress = createProgress(terminal, context.elapsed);
    const onStoreBytes = (done: number, total: number): void =>
      progress.report({ label: 'Opening the store', done, total });
    running = await start(options, { signal: stop, onStoreBytes }).finally(progress.end);
    if (options.kubeconfigOut === undefined) temporary = await mkdtemp(join(tmpdir(), 'pilothouse-'));
    const path = resolve(temporary === undefined ? (options.kubeconfigOut ?? '') : join(temporary, 'kubeconfig'));
    await writeKubeconfig(path, adminKubeconfig(running)).catch((error: unknown) => {
      const why = errorMessage(error);
      throw new Error(`the kubeconfig cannot be written to ${path}: ${why}`, { cause: error });
    });
    followCertificates(running, path, context);
    if (!stop.aborted) {
      let link: string | undefined;
      beside = await besideOf(running, options, context, (next) => {
        if (link !== undefined) terminal.out(`The link of the console was used. The next one: ${next}\n`);
        link = next;
      });
      terminal.out(
        readyText(running, { path, storage: options.server.storage, milliseconds: context.elapsed(), link }),
      );
      await aborted(AbortSignal.any([stop, running.lost]));
    }
    // A lost store is an error, and not a regular stop.
    if (!stop.aborted) running.lost.throwIfAborted();
    terminal.out('Stopping.\n');
    await beside?.stop();
    await running.stop();
    return 0;
  } catch (error) {
    if (running === undefined && stop.aborted) return 0;
    terminal.err(`error: ${failureText(error, listening(options), ...consoleListening(options))}\n`);
    await beside?.stop().catch(() => undefined);
    await running?.stop().catch(() => undefined);
    return 1;
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}

/** The console beside the server, if one is wanted. */
async function besideOf(
  running: RunningServer,
  { consolePort: port, server }: UpOptions,
  { showBeside }: UpContext,
  onLink: (link: string) => void,
) {
  return port === undefined ? undefined : showBeside(running, { port, server, onLink });
}

function consoleListening({ consolePort: port }: UpOptions): readonly Listening[] {
  const flags = { hostFlag: '--console-port', portFlag: '--console-port' };
  return port === undefined ? [] : [{ host: '127.0.0.1', port, ...flags }];
}

function listening({ server: { bindAddress: host, securePort: port } }: UpOptions): Listening {
  return { host, port, hostFlag: '--bind-address', portFlag: '--secure-port' };
}

/** Rewrites the kubeconfig when the client certificate is renewed. */
function followCertificates(running: RunningServer, path: string, { terminal, stop }: UpContext): void {
  running.certificates.onChange(() => {
    writeKubeconfig(path, adminKubeconfig(running)).catch((error: unknown) =>
      terminal.err(`warning: the kubeconfig could not be renewed: ${String(error)}\n`),
    );
  }, stop);
}

function adminKubeconfig({ url, certificates }: RunningServer): string {
  const { caPem, admin } = certificates.current();
  return kubeconfig({ server: url, caPem, user: admin, name: 'pilothouse' });
}

interface ReadyOptions {
  readonly path: string;
  readonly storage: StorageOptions;
  readonly milliseconds: number;
  /** Signs in to the console, if there is one. */
  readonly link: string | undefined;
}

function readyText({ url }: RunningServer, { path, storage, milliseconds, link }: ReadyOptions): string {
  return [
    `Pilothouse is ready at ${url} after ${(milliseconds / 1000).toFixed(2)} s. ${keptText(storage)}`,
    '',
    `  export KUBECONFIG=${shellWord(path)}`,
    '  kubectl get namespaces',
    ...(link === undefined ? [] : ['', `  The console, once: ${link}`]),
    '',
    '',
  ].join('\n');
}

function keptText(storage: StorageOptions): string {
  switch (storage.type) {
    case 'ephemeral':
      return 'Nothing is kept.';
    case 'embedded':
      return `Objects are kept in ${storage.directory}.`;
    case 'etcd':
      return `Objects are kept in etcd at ${storage.servers.join(', ')}.`;
  }
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => {
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
