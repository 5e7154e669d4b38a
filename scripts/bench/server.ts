import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT } from '../house/sources.js';
import { startEtcd, type RunningEtcd } from './etcd.js';
import type { StoreName } from './row.js';

export interface RunningServer {
  readonly url: string;
  readonly caPem: string;
  /** Of a user who may do everything. */
  readonly token: string;
  readonly pid: number;
  /** From starting the process to its word that it is ready. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
}

const TOKEN = 'bench-token';
/** Tokens of users who have no rights but those that somebody gives to their group, `busy`. */
export const BUSY_TOKENS = { noisy: 'noisy-token', quiet: 'quiet-token' } as const;

/**
 * The compiled command as a process of its own, on a free port. An etcd that it needs is up before time is taken.
 * BENCH_NODE_OPTIONS are options of Node.js for it, such as `--cpu-prof`.
 */
export async function startServer(store: StoreName): Promise<RunningServer> {
  const etcd = await etcdFor(store);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const tokens = join(directory, 'tokens.csv');
  const busy = Object.entries(BUSY_TOKENS).map(([user, token]) => `${token},${user},${user},busy\n`);
  await writeFile(tokens, [`${TOKEN},bench,bench,"system:masters"\n`, ...busy].join(''));
  const kubeconfig = join(directory, 'kubeconfig');
  const flags = [
    '--secure-port=0',
    `--token-auth-file=${tokens}`,
    `--kubeconfig-out=${kubeconfig}`,
    ...(store === 'ephemeral' ? ['--ephemeral'] : [`--data-dir=${directory}`]),
    ...(etcd === undefined ? [] : [`--etcd-servers=${etcd.url}`]),
  ];
  const began = performance.now();
  const nodeOptions = (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '');
  const main = join(ROOT, 'services', 'cli', 'dist', 'bin', 'pilothouse.js');
  const child = spawn(process.execPath, [...nodeOptions, main, 'up', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await etcd?.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const url = await readyUrl(child.stdout);
  const readyMs = performance.now() - began;
  if (url === undefined || child.pid === undefined) {
    await stop();
    throw new Error('the server did not start');
  }
  child.stdout.resume();
  const authority = /certificate-authority-data: (\S+)/.exec(await readFile(kubeconfig, 'utf8'))?.[1] ?? '';
  const caPem = Buffer.from(authority, 'base64').toString('utf8');
  return { url, caPem, token: TOKEN, pid: child.pid, readyMs, stop };
}

export function stopServer(server: RunningServer): Promise<void> {
  return server.stop();
}

async function etcdFor(store: StoreName): Promise<RunningEtcd | undefined> {
  if (store === 'etcd-new') return startEtcd(process.env['ETCD_NEW']);
  return store === 'etcd' ? startEtcd() : undefined;
}

async function readyUrl(output: Readable): Promise<string | undefined> {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const url = /is ready at (\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  return undefined;
}
