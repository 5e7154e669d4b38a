import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { POLICY } from './admission.js';
import { COMMAND, nodeEnvironment, nodeOptions, readyAddress, type StoreLocation } from './server.js';

export interface AdmissionProcess {
  /** The configuration file for an API server that calls the service. */
  readonly config: string;
  readonly stop: () => Promise<void>;
}

/** A service with one rule for ConfigMaps that skips the namespace `unseen`. */
export async function startAdmissionService({ directory }: StoreLocation, unseen: string): Promise<AdmissionProcess> {
  const file = (name: string): string => join(directory, name);
  const issuer = await newTestAuthority('bench-ca');
  const serving = await testCertificate(
    { commonName: 'service' },
    { issuer, purpose: { type: 'server', hosts: ['localhost'] } },
  );
  const client = await testCertificate({ commonName: 'apiserver' }, { issuer, purpose: { type: 'client' } });
  const files: Readonly<Record<string, string>> = {
    'ca.crt': issuer.certPem,
    'tls.crt': serving.certPem,
    'tls.key': serving.keyPem,
    'client.crt': client.certPem,
    'client.key': client.keyPem,
    'policy.yaml': POLICY,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(file(name), text)));
  const args = [
    'admission',
    '--secure-port=0',
    '--metrics-bind-address=0',
    '--plugins=Policy',
    `--tls-cert-file=${file('tls.crt')}`,
    `--tls-private-key-file=${file('tls.key')}`,
    `--client-ca-file=${file('ca.crt')}`,
    `--policy-file=${file('policy.yaml')}`,
  ];
  const child = spawn(process.execPath, [...nodeOptions(), COMMAND, ...args], {
    env: nodeEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const address = await readyAddress(child.stdout);
  if (address === undefined) throw new Error('the admission service did not start');
  child.stdout.resume();
  const config = file('admission.yaml');
  await writeFile(config, controlConfig(address, unseen));
  return {
    config,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

const controlConfig = (address: string, unseen: string): string => `
services:
- name: plugins
  addresses: ['grpcs://${address}']
  caFile: ca.crt
  certFile: client.crt
  keyFile: client.key
  serverName: localhost
  excludedNamespaces: [${unseen}]
`;
