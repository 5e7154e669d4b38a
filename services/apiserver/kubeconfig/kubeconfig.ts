import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';

export type KubeconfigUser = { readonly certPem: string; readonly keyPem: string } | { readonly token: string };

export interface KubeconfigOptions {
  /** Such as `https://127.0.0.1:6443`. */
  readonly server: string;
  /** The authorities that vouch for the server; those of the system when absent. */
  readonly caPem?: string;
  /** The name that the server's certificate must bear, where it is not that of the URL. */
  readonly serverName?: string;
  readonly user: KubeconfigUser;
  /** Of the cluster and the context. */
  readonly name: string;
  /** Of the context, where it is to be another one. */
  readonly contextName?: string;
  /** Of the user; `admin` when absent. */
  readonly userName?: string;
  /** Where commands work that name no namespace; `default` when absent. */
  readonly namespace?: string;
}

/** A kubeconfig (YAML) with one cluster, one user and one context, which is current. */
export function kubeconfig(options: KubeconfigOptions): string {
  const { server, caPem, serverName, user, namespace } = options;
  const name = quote(options.name);
  const contextName = quote(options.contextName ?? options.name);
  const userName = quote(options.userName ?? 'admin');
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `- name: ${name}`,
    '  cluster:',
    `    server: ${quote(server)}`,
    ...(caPem === undefined ? [] : [`    certificate-authority-data: ${base64(caPem)}`]),
    ...(serverName === undefined ? [] : [`    tls-server-name: ${quote(serverName)}`]),
    'users:',
    `- name: ${userName}`,
    '  user:',
    ...('token' in user
      ? [`    token: ${quote(user.token)}`]
      : [`    client-certificate-data: ${base64(user.certPem)}`, `    client-key-data: ${base64(user.keyPem)}`]),
    'contexts:',
    `- name: ${contextName}`,
    '  context:',
    `    cluster: ${name}`,
    `    user: ${userName}`,
    ...(namespace === undefined ? [] : [`    namespace: ${quote(namespace)}`]),
    `current-context: ${contextName}`,
    '',
  ].join('\n');
}

/** Replaces the file in one step; only its owner may read it, as it holds a key. */
export async function writeKubeconfig(path: string, text: string): Promise<void> {
  await writeFileAtomically(path, text, { mode: 0o600 });
}

/** A JSON string is a YAML scalar. */
function quote(text: string): string {
  return JSON.stringify(text);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
