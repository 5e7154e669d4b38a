import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { newAuthority, newClient, newServer } from './certificates.js';
import { freePort } from './free-port.js';
import { createTestStorage, type TestStorage } from './test-storage.js';
import { runCommand, startServer, type Command, type Server } from './server.js';

/** Whether writes fail or pass while the service does not answer, and the server with that policy. */
export type FailurePolicy = 'Fail' | 'Ignore';

/** Two API servers on one etcd that use one admission service, with different failure policies. */
export interface AdmissionInstallation {
  readonly directory: string;
  readonly servers: Readonly<Record<FailurePolicy, Server>>;
  readonly authority: KeyPair;
  /** A client certificate for requests to the service. */
  readonly client: KeyPair;
  /** Such as `127.0.0.1:41234`. */
  readonly address: string;
  /** The service process that was started first. */
  readonly service: AdmissionProcess;
  /** Restarts it at the same address. Resolves once it answers. */
  readonly startService: () => Promise<AdmissionProcess>;
  /** The names of the pods that were created without an answer of the service. */
  readonly gaps: () => Promise<ReadonlySet<string>>;
  readonly remove: () => Promise<void>;
}

export interface AdmissionProcess extends Command {
  /** Address of its metrics. */
  readonly metrics: string;
}

const ELSEWHERE = '--disable-admission-plugins=ServiceAccount,Priority,DefaultTolerationSeconds,Policy';
const AUDIT =
  'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata, resources: [{resources: [pods]}]}]\n';

export async function startAdmissionInstallation(policy: string): Promise<AdmissionInstallation> {
  const [storage, authority, port, apiPort] = await Promise.all([
    createTestStorage('etcd'),
    newAuthority(),
    freePort(),
    freePort(),
  ]);
  const { directory } = storage;
  const file = (name: string): string => join(directory, name);
  const address = `127.0.0.1:${port}`;
  const [serving, client, reader] = await Promise.all([
    newServer(authority, ['localhost', '127.0.0.1']),
    newClient(authority, { commonName: 'apiserver' }),
    newClient(authority, { commonName: 'system:admission-service' }),
  ]);
  const files: Readonly<Record<string, string>> = {
    'ca.crt': authority.certPem,
    'tls.crt': serving.certPem,
    // The administrator's kubeconfig contains the authority.
    'chain.crt': serving.certPem + authority.certPem,
    'tls.key': serving.keyPem,
    'client.crt': client.certPem,
    'client.key': client.keyPem,
    'policy.yaml': policy,
    'audit.yaml': AUDIT,
    'fail.yaml': controlConfig(address, 'Fail'),
    'ignore.yaml': controlConfig(address, 'Ignore'),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(file(name), text)));
  const server = `https://127.0.0.1:${apiPort}`;
  const config = kubeconfig({ server, caPem: authority.certPem, user: reader, name: 'admission' });
  await writeFile(file('admission.kubeconfig'), config, { mode: 0o600 });
  const startService = async (): Promise<AdmissionProcess> => {
    const command = runCommand([
      'admission',
      `--secure-port=${port}`,
      '--metrics-bind-address=127.0.0.1:0',
      `--tls-cert-file=${file('tls.crt')}`,
      `--tls-private-key-file=${file('tls.key')}`,
      `--client-ca-file=${file('ca.crt')}`,
      `--kubeconfig=${file('admission.kubeconfig')}`,
      `--policy-file=${file('policy.yaml')}`,
      '-v=2',
    ]);
    const [, metrics = ''] = await command.printed(/Health and metrics are at (\S+)\.\n[^]*is ready at/);
    return { ...command, metrics };
  };
  // Concurrently, since each of them waits for the other.
  const [servers, service] = await Promise.all([startServers(storage, apiPort), startService()]);
  return {
    directory,
    servers,
    authority,
    client,
    address,
    service,
    startService,
    async gaps() {
      const lines = (await readFile(file('audit.log'), 'utf8')).split('\n').filter((line) => line !== '');
      const events = lines.map((line) => JSON.parse(line) as Event);
      const open = events.filter(({ annotations = {} }) => Object.keys(annotations).includes('plugins/failed-open'));
      return new Set(open.map(({ objectRef, requestURI }) => objectRef?.name ?? requestURI));
    },
    async remove() {
      const expected = /admission service|"status":50[03]|controller failed|client|the store/;
      await Promise.all([servers.Fail.stop(expected), servers.Ignore.stop(expected)]);
      await storage.remove();
    },
  };
}

/** The server with failure policy Fail also runs the controllers. */
async function startServers(
  { directory, flags, etcd }: TestStorage,
  port: number,
): Promise<AdmissionInstallation['servers']> {
  assert.ok(etcd);
  const common = [...flags, ELSEWHERE, `--client-ca-file=${join(directory, 'ca.crt')}`];
  const Fail = await startServer([
    ...common,
    `--secure-port=${port}`,
    `--tls-cert-file=${join(directory, 'chain.crt')}`,
    `--tls-private-key-file=${join(directory, 'tls.key')}`,
    `--admission-control-config-file=${join(directory, 'fail.yaml')}`,
    `--kubeconfig-out=${join(directory, 'kubeconfig-fail')}`,
  ]);
  const lenient = [
    ...common,
    `--admission-control-config-file=${join(directory, 'ignore.yaml')}`,
    `--kubeconfig-out=${join(directory, 'kubeconfig-ignore')}`,
    `--audit-policy-file=${join(directory, 'audit.yaml')}`,
    `--audit-log-path=${join(directory, 'audit.log')}`,
    '--audit-log-mode=blocking',
  ];
  return { Fail, Ignore: await startServer(lenient, {}, 'apiserver') };
}

function controlConfig(address: string, failurePolicy: FailurePolicy): string {
  return [
    'services:',
    '- name: plugins',
    `  addresses: ['grpcs://${address}']`,
    '  caFile: ca.crt',
    '  certFile: client.crt',
    '  keyFile: client.key',
    '  serverName: localhost',
    `  failurePolicy: ${failurePolicy}`,
    '  timeout: 500ms',
    '',
  ].join('\n');
}
