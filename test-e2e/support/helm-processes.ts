import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { V1Container, V1Probe } from '@kubernetes/client-node';
import { freePort } from './free-port.js';
import { FULLNAME, NAMESPACE, type Rendered } from './helm.js';
import { podsOf, type RenderedPod } from './helm-pods.js';
import { ROOT } from './root.js';
import { runCommand, type Command } from './server.js';

const SERVICE_NAMES = join(ROOT, 'test-e2e/support/service-names.cjs');
/** The ports of the chart's programs. */
const PORTS = [2379, 2380, 2381, 6443, 6444, 6445, 6446, 6447, 6448, 6450, 6451, 10257];

/** The containers of the chart as processes of this machine. */
export interface Containers {
  /** The local port for a port of the chart. */
  readonly port: (port: number) => number;
  /** The container of a component with its arguments, and its volumes as directories. */
  readonly prepare: (component: string) => Promise<Prepared>;
}

export interface Prepared {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The containers of the pod, with local ports. */
  readonly probes: readonly { readonly path: string; readonly port: number; readonly scheme: string }[];
}

export interface ContainersOptions {
  readonly objects: readonly Rendered[];
  readonly directory: string;
  /** Further objects in the namespace, such as the Secrets of the certificates job. */
  readonly secret: (name: string) => Promise<Secret | undefined>;
}

export async function placeContainers({ objects, directory, secret }: ContainersOptions): Promise<Containers> {
  const ports = new Map<number, number>();
  for (const port of PORTS) {
    let free = await freePort();
    while ([...ports.values()].includes(free)) free = await freePort();
    ports.set(port, free);
  }
  const withPorts = (text: string): string =>
    text.replace(/([:=])(\d{4,5})(?!\d)/g, (whole, before: string, port: string) => {
      const used = ports.get(Number(port));
      return used === undefined ? whole : `${before}${used}`;
    });
  const pods = podsOf(objects);

  /** The content of a volume, by file names. */
  async function filesOf(pod: RenderedPod, volumeName: string): Promise<Record<string, string>> {
    const volume = pod.spec.volumes?.find(({ name }) => name === volumeName);
    const of = (kind: string, name = ''): Rendered | undefined =>
      objects.find((each) => each.kind === kind && each.metadata.name === name);
    if (volume?.configMap) return (of('ConfigMap', volume.configMap.name)?.['data'] ?? {}) as Record<string, string>;
    if (!volume?.secret) return {};
    const { secretName = '', items } = volume.secret;
    const found = (of('Secret', secretName) ?? (await secret(secretName))) as Pick<Secret, 'data'> | undefined;
    assert.ok(found?.data, secretName);
    const shown = items?.map(({ key, path }) => [path, found.data?.[key] ?? ''] as const) ?? Object.entries(found.data);
    return Object.fromEntries(shown.map(([name, text]) => [name, Buffer.from(text, 'base64').toString()]));
  }

  async function prepare(component: string): Promise<Prepared> {
    const pod = pods.find((each) => each.component === component);
    const container = pod?.spec.containers[0];
    assert.ok(pod && container, component);
    const mounts = (container.volumeMounts ?? []).map(({ name, mountPath }) => ({ name, mountPath }));
    const localPath = (mountPath: string): string => join(directory, component, mountPath);
    const paths = mounts.map(({ mountPath }) => mountPath).join('|');
    const moved = (text: string): string => text.replace(new RegExp(`(?:${paths})(?![-\\w])`, 'g'), localPath);
    for (const { name, mountPath } of mounts) {
      await mkdir(localPath(mountPath), { recursive: true });
      for (const [file, text] of Object.entries(await filesOf(pod, name))) {
        // Kubeconfigs of the plan have local ports already.
        const isConfig = pod.spec.volumes?.some((each) => each.name === name && each.configMap) === true;
        await writeFile(join(localPath(mountPath), file), isConfig ? moved(withPorts(text)) : text, { mode: 0o600 });
      }
    }
    const args = [...(container.command?.slice(1) ?? []), ...(container.args ?? [])].map((arg) =>
      moved(withPorts(arg)).replace('0.0.0.0', '127.0.0.1'),
    );
    return {
      args,
      environment: environmentOf(container),
      probes: probesOf(container).map((probe) => ({ ...probe, port: ports.get(probe.port) ?? 0 })),
    };
  }

  // Written in one step, since programs read the files meanwhile.
  const prepared = new Map<string, Promise<Prepared>>();
  return {
    port: (port) => ports.get(port) ?? 0,
    prepare(component) {
      const known = prepared.get(component) ?? prepare(component);
      prepared.set(component, known);
      return known;
    },
  };
}

function environmentOf({ env = [] }: V1Container): Record<string, string> {
  const given = Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  return { ...given, NODE_OPTIONS: `--require=${SERVICE_NAMES} ${given['NODE_OPTIONS'] ?? ''}` };
}

function probesOf({ ports = [], startupProbe, livenessProbe, readinessProbe }: V1Container): Prepared['probes'] {
  const probes = [startupProbe, livenessProbe, readinessProbe].filter((probe): probe is V1Probe => probe !== undefined);
  return probes.flatMap(({ httpGet }) => {
    const port = ports.find(({ name }) => name === httpGet?.port)?.containerPort ?? 0;
    return httpGet === undefined ? [] : [{ path: httpGet.path ?? '/', port, scheme: httpGet.scheme ?? 'HTTP' }];
  });
}

/** A Pilothouse container as a process. */
export async function runContainer(containers: Containers, component: string): Promise<Command> {
  const { args, environment } = await containers.prepare(component);
  return runCommand(args, environment);
}

/** Runs a Node program in place of the command. Resolves to its exit code and output. */
export async function runScript({ args, environment }: Prepared): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** The first member of the chart's etcd. It stops on a signal. */
export async function runEtcd(containers: Containers, program: string): Promise<() => Promise<void>> {
  const { args } = await containers.prepare('etcd');
  const name = `${FULLNAME}-etcd-0`;
  const own = args.map((arg) =>
    arg.replaceAll('$(POD_NAME)', name).replaceAll(`${name}.${FULLNAME}-etcd.${NAMESPACE}.svc`, '127.0.0.1'),
  );
  const child = spawn(program, own, { stdio: 'ignore' });
  const orphan = (): void => void child.kill('SIGKILL');
  process.once('exit', orphan);
  const exited = once(child, 'exit');
  return async () => {
    child.kill('SIGKILL');
    await exited;
    process.off('exit', orphan);
  };
}
