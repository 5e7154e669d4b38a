import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Further options of a program, from a variable, separated by spaces. */
export function optionsOf(variable: string): string[] {
  return (process.env[variable] ?? '').split(' ').filter((option) => option !== '');
}

export interface RunningEtcd {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/**
 * An etcd with one member and an empty directory, which `stop` removes. `program` is `etcd` in PATH, or the value of
 * ETCD.
 */
export async function startEtcd(program = process.env['ETCD'] ?? 'etcd'): Promise<RunningEtcd> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-etcd-'));
  const [url, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const flags = {
    'data-dir': directory,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const args = [
    ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    ...optionsOf('BENCH_ETCD_OPTIONS'),
  ];
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit').catch(() => undefined);
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.pid !== undefined && (await isHealthy(url))) return { url, pid: child.pid, stop };
    await sleep(100);
  }
  await stop();
  throw new Error('etcd does not become healthy');
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
