import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOY, mountsOf, readCompose, type ComposeService } from './compose.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { toolPath } from './needs.js';
import { MAIN } from './server.js';

/**
 * The installation of `deploy/compose.yaml` as processes of this machine: the same commands, environments and configuration files.
 * Service names become ports of the loopback interface, and volumes become directories. Everything else is unchanged, except the
 * scrape interval of Prometheus.
 */
export interface Composed {
  readonly directory: string;
  /** The address of a service's port on the loopback interface. */
  readonly port: (service: string, port: number) => Promise<number>;
  /** Starts a service once its dependencies meet their conditions. Resolves when it is healthy, or has completed. */
  readonly start: (service: string) => Promise<void>;
  /** Runs a program of the image like `docker compose exec`. Resolves to its output. */
  readonly exec: (service: string, args: readonly string[]) => Promise<string>;
  readonly kill: (service: string) => Promise<void>;
  /** The output of a service. */
  readonly log: (service: string) => string;
  readonly remove: () => Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output: string;
}

/** Parts that need a container engine, such as volume ownership, and images that are not available. */
const LEFT_OUT: ReadonlySet<string> = new Set(['volumes', 'grafana']);

export async function startComposed(): Promise<Composed> {
  const { services } = readCompose();
  const directory = await mkdtemp(join(tmpdir(), 'composed-'));
  const running = new Map<string, Running>();
  const started = new Map<string, Promise<void>>();
  const ports = new Map<string, Promise<number>>();
  const killAll = (): void => running.forEach(({ child }) => void child.kill('SIGKILL'));
  process.once('exit', killAll);

  const serviceOf = (name: string): ComposeService => {
    const found = services[name];
    if (found === undefined) throw new Error(`compose.yaml has no service ${name}`);
    return found;
  };

  function port(service: string, inside: number): Promise<number> {
    const key = `${service}:${inside}`;
    const known = ports.get(key) ?? freePort();
    ports.set(key, known);
    return known;
  }

  /** A text in which each `name:port` of a service is replaced by its local address. */
  async function located(text: string): Promise<string> {
    const names = Object.keys(services).join('|');
    return replaced(text, new RegExp(`\\b(${names}):(\\d+)`, 'g'), async ([, name = '', inside]) => {
      return `127.0.0.1:${await port(name, Number(inside))}`;
    });
  }

  const hostPath = (source: string): string => join(directory, source.replaceAll(/[./]+/g, '-'));

  /** A text in which each path of the service's container is replaced by its local path. */
  function placed(text: string, name: string): string {
    const mounts = [...mountsOf(serviceOf(name)), { source: `tmp-${name}`, target: '/tmp' }];
    const sources = new Map(mounts.map(({ source, target }) => [target, source]));
    // Longest first, since one path may be a prefix of another.
    const targets = [...sources.keys()].sort((one, other) => other.length - one.length).join('|');
    return text.replaceAll(new RegExp(`(?<![\\w.-])(${targets})(?![\\w-])`, 'g'), (target) => {
      return hostPath(sources.get(target) ?? '');
    });
  }

  /** A text of the service itself, with its listen addresses too. */
  async function own(text: string, name: string): Promise<string> {
    const listening = /(--secure-port=|(?:0\.0\.0\.0|127\.0\.0\.1):)(\d+)/g;
    const done = await replaced(placed(text, name), listening, async ([, before = '', inside]) => {
      return `${before.startsWith('--') ? before : 'HERE:'}${await port(name, Number(inside))}`;
    });
    const address = done.replace('--bind-address=0.0.0.0', '--bind-address=127.0.0.1');
    return (await located(address)).replaceAll('HERE:', '127.0.0.1:');
  }

  await copyFiles(services, hostPath, async (text) => {
    const balancer = await port('haproxy', 6443);
    // Prometheus mounts all files of the other services.
    const local = (await located(placed(text, 'prometheus')))
      .replaceAll('https://127.0.0.1:6443', `https://127.0.0.1:${balancer}`)
      .replace('scrape_interval: 15s', 'scrape_interval: 1s');
    return replaced(local, /(bind ):(\d+)/g, async ([, bind, inside]) => {
      return `${bind}127.0.0.1:${await port('haproxy', Number(inside))}`;
    });
  });

  async function commandLine(name: string, words: readonly string[]): Promise<readonly [string, readonly string[]]> {
    const args = await Promise.all(words.map((word) => own(word, name)));
    const { image, entrypoint } = serviceOf(name);
    if (entrypoint !== undefined) return [entrypoint[0] ?? '', [...entrypoint.slice(1), ...args]];
    if (image.startsWith('pilothouse')) return [process.execPath, [MAIN, ...args]];
    if (name === 'prometheus') {
      const address = `--web.listen-address=127.0.0.1:${await port(name, 9090)}`;
      return [toolPath('PROMETHEUS'), [...args, address]];
    }
    return name === 'haproxy'
      ? [toolPath('HAPROXY'), args.slice(1)]
      : [process.env['ETCD_NEW'] ?? toolPath('ETCD'), args];
  }

  async function run(name: string): Promise<Running> {
    const { command = [], environment = {} } = serviceOf(name);
    const [program, args] = await commandLine(name, command);
    const variables = await Promise.all(
      Object.entries(environment).map(async ([key, value]) => [key, await own(value, name)] as const),
    );
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(variables) },
    });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const record: Running = { child, ended, output: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        record.output = (record.output + text).slice(-100_000);
      });
    }
    running.set(name, record);
    return record;
  }

  /** Whether the health check of the service passes. */
  async function isHealthy(name: string): Promise<boolean> {
    const { child, output } = running.get(name) ?? {};
    if (child === undefined || child.exitCode !== null) throw new Error(`${name} exited: ${output}`);
    const [, program = '', ...words] = serviceOf(name).healthcheck?.test ?? [];
    // The image of etcd contains etcdctl. Here the health endpoint of etcd gives the same answer.
    if (program === 'etcdctl') {
      const health = `http://127.0.0.1:${await port(name, 2381)}/health`;
      return fetch(health).then(
        ({ ok }) => ok,
        () => false,
      );
    }
    const args = await Promise.all(words.map((word) => own(word, name)));
    const check = spawn(program === 'node' ? process.execPath : program, args, { stdio: 'ignore' });
    const [code] = (await once(check, 'close')) as [number | null];
    // A check starts a process, which a container engine does every few seconds.
    if (code !== 0) await pause(500);
    return code === 0;
  }

  async function startNow(name: string): Promise<void> {
    const { depends_on: wanted = {}, restart, healthcheck } = serviceOf(name);
    await Promise.all(Object.keys(wanted).map(start));
    if (LEFT_OUT.has(name)) return;
    const { ended } = await run(name);
    if (restart === 'no') {
      const code = await ended;
      if (code !== 0) throw new Error(`${name} exited with ${code}: ${running.get(name)?.output}`);
    } else if (healthcheck !== undefined) {
      await eventually(() => isHealthy(name), `${name} is healthy`);
    }
  }

  function start(name: string): Promise<void> {
    const known = started.get(name) ?? startNow(name);
    started.set(name, known);
    return known;
  }

  async function kill(name: string): Promise<void> {
    const record = running.get(name);
    record?.child.kill('SIGKILL');
    await record?.ended;
  }

  return {
    directory,
    port,
    start,
    async exec(name, args) {
      const words = await Promise.all(args.map((word) => own(word, name)));
      const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`pilothouse ${args.join(' ')} exited with ${code}`);
      return out;
    },
    kill,
    log: (name) => running.get(name)?.output ?? '',
    async remove() {
      process.off('exit', killAll);
      await Promise.all([...running.keys()].map(kill));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Creates the directories of all volumes, and copies the mounted files with local addresses. */
async function copyFiles(
  services: Readonly<Record<string, ComposeService>>,
  hostPath: (source: string) => string,
  change: (text: string) => Promise<string>,
): Promise<void> {
  const names = Object.keys(services);
  const sources = new Set(Object.values(services).flatMap((service) => mountsOf(service).map(({ source }) => source)));
  for (const source of [...sources, ...names.map((name) => `tmp-${name}`)]) {
    const target = hostPath(source);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    if (!source.startsWith('.')) continue;
    cpSync(join(DEPLOY, source), target, { recursive: true });
    for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // Files of the chart and the dashboard are only for Prometheus and Grafana.
      if (entry.isFile() && !source.startsWith('../')) writeFileSync(path, await change(readFileSync(path, 'utf8')));
    }
  }
}

/** `text.replaceAll` with asynchronous replacements. */
async function replaced(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const matches = [...text.matchAll(pattern)];
  const texts = await Promise.all(matches.map(replacement));
  let index = 0;
  return text.replaceAll(pattern, () => texts[index++] ?? '');
}
