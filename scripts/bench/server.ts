import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT } from '../house/sources.js';
import { optionsOf, startEtcd, type RunningEtcd } from './etcd.js';
import type { StoreName } from './row.js';
import type { Target } from './target.js';

/** Our server in its own process, with a namespace. */
export interface RunningServer extends Target {
  readonly caPem: string;
  readonly pid: number;
  /** The time from the start of the process to its ready message. */
  readonly readyMs: number;
  /** The longest event-loop block in milliseconds since the previous call. */
  readonly longestPause: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** A store location (directory, and etcd if needed) for consecutive servers. */
export interface StoreLocation {
  readonly directory: string;
  /** Flags of the command for this store. */
  readonly flags: readonly string[];
  /** Its etcd, if it has one. */
  readonly etcd?: Pick<RunningEtcd, 'url' | 'pid'>;
  readonly remove: () => Promise<void>;
}

const TOKEN = 'bench-token';
/** Tokens of users whose only rights are those of their group, `busy`. */
export const BUSY_TOKENS = { noisy: 'noisy-token', quiet: 'quiet-token' } as const;
export const COMMAND = join(ROOT, 'services', 'cli', 'dist', 'bin', 'pilothouse.js');

/** The variable that has the number of workers of measured servers on etcd. */
export const WORKERS = 'BENCH_WORKERS';

export async function createStoreLocation(store: StoreName): Promise<StoreLocation> {
  const etcd = await etcdFor(store);
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const flags = [
    ...(store === 'ephemeral' ? ['--ephemeral'] : [`--data-dir=${directory}`]),
    ...(etcd === undefined ? [] : [`--etcd-servers=${etcd.url}`, `--workers=${process.env[WORKERS] ?? 1}`]),
  ];
  return {
    directory,
    flags,
    ...(etcd && { etcd }),
    async remove() {
      await etcd?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The command of a server: `up` also runs the controllers in its process, as kube-apiserver does not. */
type Program = 'up' | 'apiserver';

export interface StartOptions {
  readonly store: StoreName;
  readonly program?: Program;
}

/** A server with its own store, which is removed when it stops. A required etcd starts before the measurement. */
export async function startServer({ store, program = 'up' }: StartOptions): Promise<RunningServer> {
  const location = await createStoreLocation(store);
  try {
    const server = await startIn(location, [], program);
    return {
      ...server,
      async stop() {
        await server.stop();
        await location.remove();
      },
    };
  } catch (error) {
    await location.remove();
    throw error;
  }
}

/** Node options of the image: Node 24 would use up to 200 MB more without being faster. */
const SHIPPED = '--max-semi-space-size=16';
/** Variables of the image: the malloc of glibc then keeps less memory that is free. */
const SHIPPED_VARIABLES = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

const PAUSES = `--import=${new URL('pauses.js', import.meta.url).href}`;

/** BENCH_NODE_OPTIONS: additional Node.js options of measured processes, such as `--cpu-prof`. */
export function nodeOptions(): string[] {
  return [SHIPPED, ...optionsOf('BENCH_NODE_OPTIONS')];
}

/** The environment of measured processes. */
export function nodeEnvironment(): NodeJS.ProcessEnv {
  return { ...SHIPPED_VARIABLES, ...process.env };
}

/** Starts the compiled command on a store location. */
export async function startIn(
  { directory, flags }: StoreLocation,
  more: readonly string[] = [],
  program: Program = 'up',
): Promise<RunningServer> {
  const tokens = join(directory, 'tokens.csv');
  const busy = Object.entries(BUSY_TOKENS).map(([user, token]) => `${token},${user},${user},busy\n`);
  await writeFile(tokens, [`${TOKEN},bench,bench,"system:masters"\n`, ...busy].join(''));
  const kubeconfig = join(directory, 'kubeconfig');
  const own = ['--secure-port=0', `--token-auth-file=${tokens}`, `--kubeconfig-out=${kubeconfig}`];
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeOptions(), PAUSES, COMMAND, program, ...flags, ...own, ...more], {
    env: nodeEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { stdout } = child;
  if (stdout === null) throw new Error('the output of the server cannot be read');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const longestPause = async (): Promise<number> => {
    const answer = once(child, 'message');
    child.send('pause');
    const [{ longest }] = (await answer) as [{ readonly longest: number }];
    return longest;
  };
  const url = await readyAddress(stdout);
  const readyMs = performance.now() - began;
  if (url === undefined || child.pid === undefined) {
    await stop();
    throw new Error('the server did not start');
  }
  stdout.resume();
  const authority = /certificate-authority-data: (\S+)/.exec(await readFile(kubeconfig, 'utf8'))?.[1] ?? '';
  const caPem = Buffer.from(authority, 'base64').toString('utf8');
  return { url, caPem, token: TOKEN, namespace: 'default', pid: child.pid, readyMs, longestPause, stop };
}

export async function etcdFor(store: StoreName): Promise<RunningEtcd | undefined> {
  if (store === 'etcd-new') return startEtcd(process.env['ETCD_NEW']);
  return store === 'etcd' ? startEtcd() : undefined;
}

/** The address in the command's ready message; undefined if the command exits first. */
export async function readyAddress(output: Readable): Promise<string | undefined> {
  let text = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const address = /is ready at (\S+?)\.?\s/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  return undefined;
}
