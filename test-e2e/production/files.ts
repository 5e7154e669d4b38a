import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { keyPem, newKeys } from '@pilothouse/runtime/certificates/issue.js';
import { newAuthority, newClient, newServer } from '../support/certificates.js';
import { runToEnd } from '../support/server.js';

/** The policy that every object must satisfy. Model objects whose id begins with this prefix violate it. */
export const FORBIDDEN = 'forbidden-';
const POLICY = `
version: 1
rules:
  - name: no-forbidden
    match: { operations: [CREATE, UPDATE], apiGroups: [''], resources: [configmaps] }
    expression: "!has(object.data) || !has(object.data.id) || !object.data.id.startsWith('${FORBIDDEN}')"
    message: this id is forbidden
`;
/** Objects that managers write, by user. */
const AUDIT = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - { level: None, resources: [{ group: coordination.k8s.io }, { resources: [events] }] }
  - { level: Metadata, users: [manager-0, manager-1], verbs: [create, update, patch, delete, deletecollection] }
`;

export interface Ports {
  /** Port of the load balancer. */
  readonly api: number;
  readonly tokenReview: readonly number[];
  readonly admission: readonly number[];
}

/** Credentials of clients, besides the authority of the servers. */
export interface Credentials {
  readonly caPem: string;
  readonly admin: { readonly certPem: string; readonly keyPem: string };
  /** Tokens of the token-review service. */
  readonly tokens: readonly string[];
  /** Replaces every certificate with its key, and the key that signs service account tokens. The former ones stay valid. */
  readonly renew: () => Promise<void>;
}

const TOKEN_USERS = ['ann', 'ben', 'cas'];
/** The group of users with tokens. */
export const CLIENTS = 'clients';

/** Milliseconds in which every program has reloaded its files. */
const RELOADED = 5000;

/** Writes the files of all programs: certificates, keys, kubeconfigs, users, policies. */
export async function writeFiles(directory: string, { api, tokenReview, admission }: Ports): Promise<Credentials> {
  const file = (name: string): string => join(directory, name);
  const write = async (contents: Readonly<Record<string, string>>): Promise<void> => {
    const all = Object.entries(contents);
    await Promise.all(all.map(([name, text]) => writeFile(file(name), text, { mode: 0o600 })));
  };
  const authority = await newAuthority();
  const server = `https://127.0.0.1:${api}`;
  const caPem = authority.certPem;
  const addresses = (ports: readonly number[]): string[] => ports.map((port) => `127.0.0.1:${port}`);

  /** The files with new certificates. */
  async function issue(): Promise<Readonly<Record<string, string>>> {
    const [serving, asking, plugins, ...managers] = await Promise.all([
      newServer(authority, ['127.0.0.1', 'localhost']),
      newClient(authority, { commonName: 'apiserver' }),
      newClient(authority, { commonName: 'system:admission-service' }),
      ...[0, 1].map((index) =>
        newClient(authority, { commonName: `manager-${index}`, organization: 'system:masters' }),
      ),
    ]);
    const kubeconfigs = managers.map(
      (user, index) => [`manager-${index}.kubeconfig`, kubeconfig({ server, caPem, user, name: 'manager' })] as const,
    );
    const tokens = { server: `grpcs://${addresses(tokenReview).join(',')}`, caPem, user: asking, name: 'tokens' };
    return {
      'tls.crt': serving.certPem,
      'tls.key': serving.keyPem,
      'client.crt': asking.certPem,
      'client.key': asking.keyPem,
      'tokens.kubeconfig': kubeconfig(tokens),
      'admission.kubeconfig': kubeconfig({ server, caPem, user: plugins, name: 'admission' }),
      ...Object.fromEntries(kubeconfigs),
    };
  }

  /** Servers accept a key before any server signs with it, and the former one afterwards. */
  async function rotate(): Promise<void> {
    const next = await newKeys();
    const accepted = publicPem(keys.publicKey) + publicPem(next.publicKey);
    await write({ 'sa.pub': accepted });
    await pause(RELOADED);
    await write({ 'sa.key': keyPem(next.privateKey) });
    keys = next;
  }

  let keys = await newKeys();
  const admin = await newClient(authority, { commonName: 'admin', organization: 'system:masters' });
  await write({
    'ca.crt': caPem,
    'sa.key': keyPem(keys.privateKey),
    'sa.pub': publicPem(keys.publicKey),
    'policy.yaml': POLICY,
    'audit.yaml': AUDIT,
    'admission.yaml': [
      'services:',
      '- name: plugins',
      `  addresses: ['grpcs://${addresses(admission).join("', '")}']`,
      '  caFile: ca.crt',
      '  certFile: client.crt',
      '  keyFile: client.key',
      '  failurePolicy: Fail',
      '  timeout: 2s',
      '',
    ].join('\n'),
    ...(await issue()),
  });
  const tokens: string[] = [];
  for (const user of TOKEN_USERS) {
    const users = ['users', 'add', user, `--group=${CLIENTS}`, `--users-file=${file('users.json')}`];
    const { code, out, err } = await runToEnd('token-review', ...users);
    assert.equal(code, 0, err);
    tokens.push(out.trim());
  }
  return {
    caPem,
    admin,
    tokens,
    async renew() {
      await write(await issue());
      await rotate();
    },
  };
}

function publicPem(key: KeyObject): string {
  return String(key.export({ type: 'spki', format: 'pem' }));
}
