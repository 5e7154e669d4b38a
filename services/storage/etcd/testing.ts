import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeTestCertificates } from './testing-certificates.js';

export interface EtcdOptions {
  /** 1 when absent. */
  readonly members?: number;
  /** Serve TLS and require certificates of clients and members. */
  readonly tls?: boolean;
  /** The program; when absent, the environment variable ETCD or `etcd` in the PATH. */
  readonly program?: string | undefined;
  /** Additional flags of etcd. */
  readonly flags?: readonly string[];
}

/** A real etcd for tests, on free loopback ports, with its data in a temporary directory. */
export interface TestEtcd {
  /** One for each member. */
  readonly endpoints: readonly string[];
  /** The client's TLS files, when TLS was requested. */
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string } | undefined;
  /** Sends a signal to a member. For SIGKILL and SIGTERM it resolves when the process has exited. */
  readonly kill: (member: number, signal?: NodeJS.Signals) => Promise<void>;
  /** Starts a killed member again and waits until it serves. */
  readonly restart: (member: number) => Promise<void>;
  /** The pid of a member; undefined while it is not running. */
  readonly pid: (member: number) => number | undefined;
  /** A member's metrics in the Prometheus text format. */
  readonly metrics: (member: number) => Promise<string>;
  /** Stops all members and removes their data. */
  readonly stop: () => Promise<void>;
}

interface Member {
  readonly name: string;
  readonly client: string;
  readonly peer: string;
  readonly metrics: string;
  process: ChildProcess | undefined;
  output: string;
}

const START_TIMEOUT_MS = 20_000;

/** Attempts to find ports that no other process takes before etcd does. */
const MOST_ATTEMPTS = 5;

/** Rejects when etcd does not start. */
export async function startEtcd(options: EtcdOptions = {}): Promise<TestEtcd> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnFreePorts(options);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !String(error).includes('address already in use')) throw error;
    }
  }
}

async function startOnFreePorts(options: EtcdOptions): Promise<TestEtcd> {
  const program = options.program ?? process.env['ETCD'] ?? 'etcd';
  const directory = await mkdtemp(join(tmpdir(), 'etcd-test-'));
  const tls = options.tls === true ? await writeTestCertificates(directory) : undefined;
  const scheme = tls === undefined ? 'http' : 'https';
  const ports = await freePorts((options.members ?? 1) * 3);
  const members = Array.from({ length: options.members ?? 1 }, (_, index): Member => {
    const [client, peer, metrics] = ports.slice(index * 3);
    return {
      name: `m${index}`,
      client: `${scheme}://127.0.0.1:${client}`,
      peer: `${scheme}://127.0.0.1:${peer}`,
      metrics: `http://127.0.0.1:${metrics}`,
      process: undefined,
      output: '',
    };
  });
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const secure = tls && [
    `--cert-file=${tls.serverCertFile}`,
    `--key-file=${tls.serverKeyFile}`,
    `--trusted-ca-file=${tls.caFile}`,
    '--client-cert-auth',
    `--peer-cert-file=${tls.serverCertFile}`,
    `--peer-key-file=${tls.serverKeyFile}`,
    `--peer-trusted-ca-file=${tls.caFile}`,
    '--peer-client-cert-auth',
  ];
  const killAll = () => {
    for (const member of members) member.process?.kill('SIGKILL');
  };

  function start(member: Member): void {
    const flags = [
      `--name=${member.name}`,
      `--data-dir=${join(directory, member.name)}`,
      `--listen-client-urls=${member.client}`,
      `--advertise-client-urls=${member.client}`,
      `--listen-peer-urls=${member.peer}`,
      `--initial-advertise-peer-urls=${member.peer}`,
      `--listen-metrics-urls=${member.metrics}`,
      `--initial-cluster=${cluster}`,
      '--heartbeat-interval=50',
      '--election-timeout=500',
      ...(secure ?? []),
      ...(options.flags ?? []),
    ];
    // Written data survives a killed process without fsync. Versions before 3.5 ignore the variable.
    const env = { ...process.env, ETCD_UNSAFE_NO_FSYNC: 'true' };
    const started = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'], env });
    member.output = '';
    started.stderr.on('data', (chunk) => {
      member.output = (member.output + String(chunk)).slice(-4000);
    });
    started.on('error', (error) => {
      member.output = `${program} cannot be started (${error.message}); install etcd, or name it in ETCD`;
      member.process = undefined;
    });
    member.process = started;
  }

  async function kill(index: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const member = at(members, index);
    const child = member.process;
    if (child === undefined || hasExited(child)) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGSTOP') await stopped(child.pid ?? 0);
    if (signal !== 'SIGKILL' && signal !== 'SIGTERM') return;
    await exited;
    member.process = undefined;
  }

  async function stop(): Promise<void> {
    process.removeListener('exit', killAll);
    await Promise.all(members.map((_member, index) => kill(index)));
    await rm(directory, { recursive: true, force: true });
  }

  process.on('exit', killAll);
  try {
    members.forEach(start);
    await Promise.all(members.map(waitUntilHealthy));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoints: members.map(({ client }) => client),
    tls,
    kill,
    pid: (index) => at(members, index).process?.pid,
    metrics: async (index) => (await fetch(`${at(members, index).metrics}/metrics`)).text(),
    async restart(index) {
      const member = at(members, index);
      start(member);
      await waitUntilHealthy(member);
    },
    stop,
  };
}

async function waitUntilHealthy(member: Member): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (member.process === undefined || hasExited(member.process)) break;
    const signal = AbortSignal.timeout(1000);
    const healthy = await fetch(`${member.metrics}/health`, { signal }).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await delay(25);
  }
  throw new Error(`etcd did not start: ${member.output}`);
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Below the ephemeral port range, so that no connection takes a port while its process restarts. */
const PORTS = [10_240, 32_767] as const;

/** The index of the leader; 0 while there is none. */
export async function leaderOf(etcd: TestEtcd): Promise<number> {
  const metrics = await Promise.all(etcd.endpoints.map((_url, member) => etcd.metrics(member)));
  const leader = metrics.findIndex((text) => /^etcd_server_is_leader 1$/m.test(text));
  return Math.max(0, leader);
}

/** Free loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer().listen(randomInt(...PORTS), '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) servers.push(server);
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

function at(members: readonly Member[], index: number): Member {
  const member = members[index];
  if (member === undefined) throw new RangeError(`there is no member ${index}`);
  return member;
}

/** Resolves when all threads of a process are stopped, some time after its signal. */
async function stopped(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  const isStopped = async (task: string): Promise<boolean> =>
    /\) T /.test(await readFile(join(tasks, task, 'stat'), 'utf8'));
  while (!(await Promise.all((await readdir(tasks)).map(isStopped))).every(Boolean)) await delay(2);
}
