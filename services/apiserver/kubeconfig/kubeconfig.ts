import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';

export type KubeconfigUser = { readonly certPem: string; readonly keyPem: string } | { readonly token: string };

/** Paths of a client certificate and its key, relative to the kubeconfig. Clients load them again when they change. */
export interface ClientCertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface KubeconfigOptions {
  /** Such as `https://127.0.0.1:6443`. */
  readonly server: string;
  /** Certificate authorities (PEM) that verify the server; those of the system when absent. */
  readonly caPem?: string;
  /** Name in the server's certificate, if it differs from the host of the URL. */
  readonly serverName?: string;
  readonly user: KubeconfigUser | ClientCertificateFiles;
  /** Name of the cluster and the context. */
  readonly name: string;
  /** Name of the context, if it differs. */
  readonly contextName?: string;
  /** Name of the user; `admin` when absent. */
  readonly userName?: string;
  /** Default namespace of commands; `default` when absent. */
  readonly namespace?: string;
}

/** Kubeconfig (YAML) with one cluster, one user and one context, which is the current one. */
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
    ...credentials(user),
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

function credentials(user: KubeconfigOptions['user']): string[] {
  if ('token' in user) return [`    token: ${quote(user.token)}`];
  if ('certFile' in user) {
    return [`    client-certificate: ${quote(user.certFile)}`, `    client-key: ${quote(user.keyFile)}`];
  }
  const { certPem, keyPem } = user;
  return [`    client-certificate-data: ${base64(certPem)}`, `    client-key-data: ${base64(keyPem)}`];
}

/** Replaces the file atomically. Only its owner can read it, as it contains a private key. */
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
