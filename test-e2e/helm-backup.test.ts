import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { V1Container } from '@kubernetes/client-node';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { newAuthority, newServer } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { createHelm, FULLNAME, type Helm, type Rendered } from './support/helm.js';
import { podsOf } from './support/helm-pods.js';
import { describeWith, toolPath } from './support/needs.js';

const BUCKET = 'backups';
const [POD, OLD, OTHER] = [
  `${FULLNAME}-etcd-backup-29740283-x7k2p`,
  `${FULLNAME}-etcd-backup-1.db`,
  'other-etcd-backup-1.db',
];
const SNAPSHOT = `${POD}.db`;
const MONTH = 31 * 86_400_000;
/** Credentials of the S3 service. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
/** Directories of containers. */
const ROOTS = ['pod', 'restored', 'former'];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the chart's rclone containers as processes of this machine, against an S3 service. */
describeWith(['ETCD', 'ETCDCTL', 'HELM', 'RCLONE'], 'backups in a bucket', () => {
  let helm: Helm;
  let etcd: TestEtcd;
  let objects: readonly Rendered[];
  const stops: (() => Promise<unknown>)[] = [];
  const path = (...names: readonly string[]): string => join(helm.directory, ...names);

  before(async () => {
    [helm, etcd] = await Promise.all([createHelm(), startEtcd()]);
    stops.push(helm.remove, etcd.stop);
    const endpoint = await startS3();
    const s3 = { enabled: true, bucket: BUCKET, endpoint, existingSecret: 's3-access', caSecret: 's3-authority' };
    objects = await helm.render({ etcd: { backup: { s3 } } });
    await mkdir(path('bin'));
    await symlink(toolPath('RCLONE'), path('bin/rclone'));
    // Backups of this release and of another one, a month old.
    const time = new Date(Date.now() - MONTH);
    for (const name of [OLD, OTHER]) {
      await writeFile(path('former/backups', name), name);
      await utimes(path('former/backups', name), time, time);
    }
    const copied = await run(uploaderOf('rclone copy /backups backups:'), 'former', CREDENTIALS);
    assert.equal(copied.code, 0, copied.output);
    await etcdctl('put', 'x', 'y');
    await etcdctl('snapshot', 'save', path('pod/backups', SNAPSHOT));
  });
  after(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  /** Starts an S3 service with an empty bucket, over HTTPS. Returns its URL. */
  async function startS3(): Promise<string> {
    const authority = await newAuthority();
    const { certPem, keyPem } = await newServer(authority, ['127.0.0.1']);
    for (const root of ROOTS) {
      await mkdir(path(root, 'etc/s3-ca'), { recursive: true });
      await mkdir(path(root, 'backups'));
      await writeFile(path(root, 'etc/s3-ca/ca.crt'), authority.certPem);
    }
    await writeFile(path('tls.crt'), certPem);
    await writeFile(path('tls.key'), keyPem, { mode: 0o600 });
    const program = fileURLToPath(import.meta.resolve('@20minutes/s3rver/package.json')).replace(
      'package.json',
      'lib/cli.js',
    );
    const tls = ['--key', path('tls.key'), '--cert', path('tls.crt')];
    const where = ['--directory', path('s3'), '--address', '127.0.0.1', '--port', '0'];
    const args = [
      '-e',
      `require('${program}').parse()`,
      '--',
      ...where,
      ...tls,
      '--no-vhost-buckets',
      '--configure-bucket',
      BUCKET,
    ];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const orphan = (): void => void server.kill('SIGKILL');
    process.once('exit', orphan);
    const exited = once(server, 'exit');
    stops.push(async () => {
      server.kill('SIGKILL');
      await exited;
      process.off('exit', orphan);
    });
    let log = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
    const port = (): string | undefined => /listening on \S+:(\d+)/.exec(log)?.[1];
    await eventually(() => Promise.resolve(port() !== undefined), 'the S3 service');
    return `https://127.0.0.1:${port()}`;
  }

  async function etcdctl(...args: readonly string[]): Promise<string> {
    const flags = [`--endpoints=${etcd.endpoints[0]}`, ...args];
    const { code, output } = await end(spawn(toolPath('ETCDCTL'), flags, { env: { ETCDCTL_API: '3' } }));
    assert.equal(code, 0, output);
    return output;
  }

  /** Runs the command of a container with its environment. `root` holds its volumes. */
  function run({ command = [], args = [], env = [] }: V1Container, root: string, secret: object): Promise<Ended> {
    const moved = (text: string): string => text.replace(/(?<![\w:])\/(backups|etc)\b/g, path(root, '$1'));
    const [program = '', ...rest] = [...command, ...args].map(moved);
    const given = env.map(({ name, value }) => [name, value === undefined ? POD : moved(value)]);
    const environment = { ...Object.fromEntries(given), ...secret, HOME: '/nowhere' };
    const PATH = `${path('bin')}:/usr/bin:/bin`;
    return end(spawn(program, rest, { env: { ...environment, PATH } }));
  }

  const uploader = (): V1Container => {
    const pod = podsOf(objects).find(({ component }) => component === 'etcd-backup');
    return pod?.containers.find(({ name }) => name === 'upload') ?? assert.fail('no upload');
  };
  /** The container with another command. */
  const uploaderOf = (command: string): V1Container => Object.assign(structuredClone(uploader()), { args: [command] });
  const upload = (secret: object): Promise<Ended> => run(uploader(), 'pod', secret);

  /** Names of the snapshots in the bucket. */
  async function listed(): Promise<string[]> {
    const { output } = await run(uploaderOf('rclone lsf backups:'), 'pod', CREDENTIALS);
    return output.trim().split('\n').sort();
  }

  it('are rejected without valid keys, and none is removed', async () => {
    const { code, output } = await upload({ ...CREDENTIALS, AWS_SECRET_ACCESS_KEY: 'other' });
    assert.notEqual(code, 0);
    assert.match(output, /SignatureDoesNotMatch|403/);
    assert.deepEqual(await listed(), [OTHER, OLD].sort());
  });

  it('are uploaded, and those of the release beyond the retention time are removed', async () => {
    const { code, output } = await upload(CREDENTIALS);
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(` ${SNAPSHOT}\n$`));
    assert.deepEqual(await listed(), [OTHER, SNAPSHOT].sort());
  });

  it('are fetched by the container that chart-restore adds', async () => {
    const map = objects.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === `${FULLNAME}-etcd-restore`,
    );
    const { container = '' } = (map?.['data'] ?? {}) as { container?: string };
    const fetched = JSON.parse(container.replaceAll('SNAPSHOT', SNAPSHOT)) as V1Container;
    const { code, output } = await run(fetched, 'restored', CREDENTIALS);
    assert.equal(code, 0, output);
    const file = path('restored/backups', SNAPSHOT);
    assert.deepEqual(await readFile(file), await readFile(path('pod/backups', SNAPSHOT)));
    assert.match(await etcdctl('snapshot', 'status', file, '--write-out=json'), /"totalKey":\d+/);
    const none = JSON.parse(container.replaceAll('SNAPSHOT', 'none.db')) as V1Container;
    const { code: missing, output: why } = await run(none, 'restored', CREDENTIALS);
    assert.deepEqual([missing, why.trim().split('\n').at(-1)], [1, 'none.db is not in the bucket']);
  });
});

async function end(child: ReturnType<typeof spawn>): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
