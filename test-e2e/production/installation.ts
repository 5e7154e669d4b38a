import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { startForwarder, type Forwarder } from '../support/forwarder.js';
import { startLoadBalancer, type Hung, type LoadBalancer } from '../support/load-balancer.js';
import { runCommand, type Command } from '../support/server.js';
import { writeFiles, type Credentials } from './files.js';
import { supervise, type Supervised } from './supervised.js';

/** A connection to a process: its own port, or a forwarder that a test can cut. */
type Link = Pick<Forwarder, 'port' | 'close'>;

/** An installation on several machines, as real processes. */
export interface Installation<W extends Link = Link> {
  readonly directory: string;
  readonly etcd: TestEtcd;
  readonly balancer: LoadBalancer;
  readonly credentials: Credentials;
  readonly apiServers: readonly Supervised[];
  readonly managers: readonly Supervised[];
  readonly tokenReviews: readonly Supervised[];
  readonly admissions: readonly Supervised[];
  readonly links: Links<W>;
  /** Sets the clock of the last API server, as an offset such as `+30s`. Absent without the library that LIBFAKETIME names. */
  readonly setClock?: (offset: string) => Promise<void>;
  /** Observations that no fault explains. */
  readonly anomalies: string[];
  readonly remove: () => Promise<void>;
}

/** An installation with a forwarder between any two processes. */
export interface Production extends Installation<Forwarder> {
  /** The faults that may happen, by name. */
  readonly only: RegExp;
  /** The active faults. */
  readonly broken: Set<string>;
}

/** Each by the index of the process that it leads to or comes from. */
interface Links<W> {
  /** From each API server to all etcd members. */
  readonly toEtcd: readonly (readonly W[])[];
  /** From the load balancer to each API server. */
  readonly toApiServer: readonly W[];
  readonly toTokenReview: readonly W[];
  readonly toAdmission: readonly W[];
}

/** The lease duration of managers in seconds. */
export const LEASE = 6;
const MEMBERS = 3;
const API_SERVERS = 3;
const PAIR = [0, 1];
/** The balancer notices a stopping server within a second. */
const QUICK: Settings = { hung: 'end', delay: '2500ms' };

export async function startProduction(only = /./): Promise<Production> {
  return { ...(await start(startForwarder, QUICK)), only, broken: new Set() };
}

/**
 * Without forwarders between the processes, and with the usual times of a load balancer, for machines that are busy for hours.
 * `workers`: of each API server; the number that WORKERS says by default.
 */
export function startInstallation(workers?: number): Promise<Installation> {
  return start((port) => Promise.resolve({ port, close: () => Promise.resolve() }), {
    hung: 'endLater',
    delay: '5s',
    ...(workers !== undefined && { workers }),
  });
}

interface Settings {
  /** How the balancer checks the API servers, and their `--shutdown-delay-duration`, which fits that. */
  readonly hung: Hung;
  readonly delay: string;
  readonly workers?: number;
}

async function start<W extends Link>(lead: (port: number) => Promise<W>, settings: Settings): Promise<Installation<W>> {
  const directory = await mkdtemp(join(tmpdir(), 'production-'));
  const undo: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })];
  const remove = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  const link = async (port: number): Promise<W> => {
    const made = await lead(port);
    undo.push(() => made.close());
    return made;
  };
  try {
    return { ...(await build(directory, undo, link, settings)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function build<W extends Link>(
  directory: string,
  undo: (() => Promise<void>)[],
  link: (port: number) => Promise<W>,
  { hung, delay, workers }: Settings,
): Promise<Omit<Installation<W>, 'remove'>> {
  const anomalies: string[] = [];
  const program = process.env['ETCD_NEW'] ?? process.env['ETCD'];
  const etcd = await startEtcd({ members: MEMBERS, tls: true, program });
  undo.push(() => etcd.stop());
  const etcdPorts = etcd.endpoints.map((url) => Number(new URL(url).port));
  const ports = await freePorts(API_SERVERS + 2 * PAIR.length);
  const apiPorts = ports.slice(0, API_SERVERS);
  const tokenPorts = ports.slice(API_SERVERS, -PAIR.length);
  const admissionPorts = ports.slice(-PAIR.length);
  const [toEtcd, toApiServer, toTokenReview, toAdmission] = await Promise.all([
    Promise.all(apiPorts.map(() => Promise.all(etcdPorts.map(link)))),
    Promise.all(apiPorts.map(link)),
    Promise.all(tokenPorts.map(link)),
    Promise.all(admissionPorts.map(link)),
  ]);
  const balancer = await startLoadBalancer(
    directory,
    toApiServer.map(({ port }) => port),
    hung,
  );
  undo.push(() => balancer.stop());
  const credentials = await writeFiles(directory, {
    api: balancer.port,
    tokenReview: toTokenReview.map(({ port }) => port),
    admission: toAdmission.map(({ port }) => port),
  });

  const commands = new Set<Command>();
  undo.push(async () => {
    // From here on, anomalies are no longer reported.
    for (const command of commands) command.kill('SIGKILL');
    await Promise.all([...commands].map(({ exited }) => exited));
  });
  const { LIBFAKETIME: clockLibrary } = process.env;
  const clock = join(directory, 'clock');
  const setClock = (offset: string): Promise<void> => writeFile(clock, `${offset}\n`);
  if (clockLibrary !== undefined) await setClock('+0');
  const ownClock = {
    LD_PRELOAD: clockLibrary ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const run = (
    name: string,
    args: readonly string[],
    ready: RegExp,
    {
      mayEnd,
      environment = {},
    }: { readonly mayEnd?: RegExp; readonly environment?: Readonly<Record<string, string>> } = {},
  ): Promise<Supervised> => {
    const start = async (): Promise<Command> => {
      const command = runCommand(args, environment);
      commands.add(command);
      await command.printed(ready);
      return command;
    };
    return supervise({ name, start, anomalies, ...(mayEnd && { mayEnd }) });
  };
  const file = (name: string): string => join(directory, name);
  const { tls } = etcd;
  assert.ok(tls);
  const pair = [`--tls-cert-file=${file('tls.crt')}`, `--tls-private-key-file=${file('tls.key')}`];
  const users = `--client-ca-file=${file('ca.crt')}`;
  const apiServer = (index: number): Promise<Supervised> => {
    const servers = toEtcd[index]?.map(({ port }) => `https://127.0.0.1:${port}`) ?? [];
    const store = [
      `--etcd-servers=${servers.join(',')}`,
      `--etcd-cafile=${tls.caFile}`,
      `--etcd-certfile=${tls.certFile}`,
      `--etcd-keyfile=${tls.keyFile}`,
    ];
    const services = [
      `--authentication-token-webhook-config-file=${file('tokens.kubeconfig')}`,
      '--authentication-token-webhook-version=v1',
      '--authentication-token-webhook-cache-ttl=2s',
      '--disable-admission-plugins=ServiceAccount,Priority,DefaultTolerationSeconds,Policy',
      `--admission-control-config-file=${file('admission.yaml')}`,
    ];
    const own = [
      `--secure-port=${apiPorts[index]}`,
      `--data-dir=${file(`data-${index}`)}`,
      `--audit-policy-file=${file('audit.yaml')}`,
      `--audit-log-path=${file(`audit-${index}.log`)}`,
      `--service-account-signing-key-file=${file('sa.key')}`,
      `--service-account-key-file=${file('sa.pub')}`,
      `--shutdown-delay-duration=${delay}`,
      ...(workers === undefined ? [] : [`--workers=${workers}`]),
    ];
    const hasClock = clockLibrary !== undefined && index === API_SERVERS - 1;
    const args = ['apiserver', ...store, ...services, ...own, ...pair, users];
    return run(`API server ${index}`, args, /is ready at/, hasClock ? { environment: ownClock } : {});
  };
  const tokenReview = (index: number): Promise<Supervised> => {
    const where = ['--secure-port=0', `--grpc-bind-address=127.0.0.1:${tokenPorts[index]}`];
    const more = ['--metrics-bind-address=127.0.0.1:0', '--max-requests-per-second=0'];
    const args = ['token-review', ...where, ...more, ...pair, users, `--users-file=${file('users.json')}`];
    return run(`token review ${index}`, args, /is ready at/);
  };
  const admission = (index: number): Promise<Supervised> => {
    const where = [`--secure-port=${admissionPorts[index]}`, '--metrics-bind-address=127.0.0.1:0'];
    const more = [`--kubeconfig=${file('admission.kubeconfig')}`, `--policy-file=${file('policy.yaml')}`];
    return run(`admission ${index}`, ['admission', ...where, ...more, ...pair, users], /is ready at/);
  };
  const manager = (index: number): Promise<Supervised> => {
    const election = [
      `--leader-elect-lease-duration=${LEASE}s`,
      '--leader-elect-renew-deadline=4s',
      '--leader-elect-retry-period=1s',
    ];
    // Each with its own user name, which the audit log shows.
    const who = [`--kubeconfig=${file(`manager-${index}.kubeconfig`)}`, '--use-service-account-credentials=false'];
    const more = ['--metrics-bind-address=127.0.0.1:0', `--service-account-private-key-file=${file('sa.key')}`];
    const args = ['controller-manager', ...who, ...election, ...more];
    const mayEnd = /^error: the lease was not renewed in time/;
    return run(`manager ${index}`, args, /Health and metrics are at/, { mayEnd });
  };
  // Concurrently, since some of them wait for others.
  const [apiServers, tokenReviews, admissions] = await Promise.all([
    Promise.all(apiPorts.map((_port, index) => apiServer(index))),
    Promise.all(PAIR.map(tokenReview)),
    Promise.all(PAIR.map(admission)),
  ]);
  await balancer.leads(API_SERVERS);
  const managers = await Promise.all(PAIR.map(manager));
  const links = { toEtcd, toApiServer, toTokenReview, toAdmission };
  return {
    directory,
    etcd,
    balancer,
    credentials,
    apiServers,
    managers,
    tokenReviews,
    admissions,
    links,
    anomalies,
    ...(clockLibrary !== undefined && { setClock }),
  };
}
