import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { ROOT } from './root.js';

/** The compiled command. */
export const MAIN = join(ROOT, 'services/cli/dist/bin/pilothouse.js');
const START_TIMEOUT = 45_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** `pilothouse …` as a separate process. */
export interface Command {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Its output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves to the match once standard output has it. Rejects when the process exits before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
}

export interface Server extends Command {
  readonly url: string;
  readonly port: number;
  /** The administrator's kubeconfig: its path and its content. */
  readonly kubeconfig: string;
  readonly connection: KubeconfigConnection;
  readonly client: Client;
  /** Stops it with SIGINT. Checks its exit code, and that its log has only lines that match. */
  readonly stop: (expected?: RegExp) => Promise<void>;
  /** Kills it with SIGKILL. */
  readonly crash: () => Promise<void>;
}

export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  main = MAIN,
): Command {
  const child = spawn(process.execPath, [main, ...args, ...workersOf(args)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
  const orphan = (): void => void child.kill('SIGKILL');
  process.once('exit', orphan);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exited = once(child, 'close').then(([code, signal]: unknown[]): Exit => {
    process.off('exit', orphan);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, out, err };
  });
  return {
    pid: child.pid ?? 0,
    exited,
    kill: (signal) => void child.kill(signal),
    out: () => out,
    err: () => err,
    async printed(pattern) {
      const ended = exited.then(() => 'ended');
      for (let last: string | undefined; ;) {
        const match = pattern.exec(out);
        if (match !== null) return match;
        if (last === 'ended') throw new Error(`the command exited without printing ${String(pattern)}: ${out}${err}`);
        last = await Promise.race([ended, once(child.stdout, 'data').then(() => 'more')]);
      }
    },
  };
}

/** The number of workers of each server, unless a flag says otherwise: 1, or what the variable WORKERS says. */
export const WORKERS = Number(process.env['WORKERS'] ?? 1);

function workersOf(args: readonly string[]): string[] {
  const has = (flag: string): boolean => args.some((arg) => arg.startsWith(flag));
  const isServer = args[0] === 'up' || args[0] === 'apiserver';
  return isServer && !has('--workers') ? [`--workers=${WORKERS}`] : [];
}

/** Runs the command until it exits, such as a start that fails. */
export async function runToEnd(...args: readonly string[]): Promise<Exit> {
  const command = runCommand(args);
  const timer = setTimeout(() => command.kill('SIGKILL'), START_TIMEOUT);
  const exit = await command.exited;
  clearTimeout(timer);
  return exit;
}

/** Starts `pilothouse up` or another command, on a free port unless a flag names one. Resolves once it is ready. `main`: another build. */
export async function startServer(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  name: 'up' | 'apiserver' = 'up',
  main = MAIN,
): Promise<Server> {
  const port = flags.some((flag) => flag.startsWith('--secure-port')) ? [] : ['--secure-port=0'];
  const command = runCommand([name, ...port, ...flags], environment, main);
  const timer = setTimeout(() => command.kill('SIGKILL'), START_TIMEOUT);
  const [, url = '', kubeconfig = ''] = await command.printed(/is ready at (\S+) [^]*export KUBECONFIG=(\S+)\n/);
  clearTimeout(timer);
  const text = await readFile(kubeconfig, 'utf8');
  const connection = await readKubeconfig(text, { directory: dirname(kubeconfig) });
  const client = createClient({ transport: httpsTransport(connection), userAgent: 'e2e' });
  return {
    ...command,
    url,
    port: Number(new URL(url).port),
    kubeconfig,
    connection,
    client,
    async stop(expected) {
      await client.close();
      command.kill('SIGINT');
      const { code, signal, err } = await command.exited;
      const unexpected = err.split('\n').filter((line) => line !== '' && expected?.test(line) !== true);
      assert.deepEqual({ code, signal, unexpected }, { code: 0, signal: null, unexpected: [] });
    },
    async crash() {
      command.kill('SIGKILL');
      await Promise.all([command.exited, client.close()]);
    },
  };
}
