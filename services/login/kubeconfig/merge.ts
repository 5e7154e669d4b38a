import { isAlias, isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { LoginError, printable } from '../login-error.js';

/** The command that kubectl runs for a token. */
export interface ExecEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** The entries of a signed-in user. */
export interface LoginEntries {
  /** Name of the cluster and of the context. */
  readonly name: string;
  readonly server: string;
  /** Authorities (PEM) of the server. Those of an existing cluster stay when absent. */
  readonly caPem?: string | undefined;
  readonly exec: ExecEntry;
  readonly switchContext: boolean;
}

export const INSTALL_HINT =
  'kubectl signs in to this cluster with the command pilothouse (npm install --global @pilothouse/cli).';

const userOf = (name: string): string => `login@${name}`;

/**
 * Adds the cluster, the user and the context to a kubeconfig (its text; empty for a new one), or updates them. All else stays: other
 * entries, unknown fields and comments. Throws LoginError for a text that is no kubeconfig, and for entries of these names that are
 * not those of a sign-in.
 */
export function mergeKubeconfig(text: string, { name, server, caPem, exec, switchContext }: LoginEntries): string {
  const document = readDocument(text);
  const user = userOf(name);
  const cluster = entryIn(document, 'cluster', name);
  const present = cluster.get('server');
  if (present !== undefined && present !== server)
    throw conflict('cluster', name, `is for ${printable(JSON.stringify(present))}`);
  cluster.set('server', server);
  if (caPem !== undefined) {
    cluster.set('certificate-authority-data', Buffer.from(caPem).toString('base64'));
    // Clients reject a cluster with both.
    cluster.delete('certificate-authority');
    cluster.delete('insecure-skip-tls-verify');
  } else if (cluster.get('insecure-skip-tls-verify') === true) {
    throw conflict('cluster', name, 'does not verify the server; set --certificate-authority');
  }

  const credentials = entryIn(document, 'user', user);
  const other = credentials.items.map(({ key }) => String(key)).find((key) => key !== 'exec');
  if (other !== undefined) throw conflict('user', user, `has other credentials (${printable(other)})`);
  const command = mapIn(document, credentials, 'exec');
  command.set('apiVersion', 'client.authentication.k8s.io/v1');
  command.set('command', exec.command);
  command.set('args', document.createNode(exec.args));
  command.set('interactiveMode', 'IfAvailable');
  command.set('provideClusterInfo', false);
  command.set('installHint', INSTALL_HINT);

  const context = entryIn(document, 'context', name);
  for (const [field, value] of [
    ['cluster', name],
    ['user', user],
  ] as const) {
    const there = context.get(field);
    if (there !== undefined && there !== value)
      throw conflict('context', name, `has the ${field} ${printable(JSON.stringify(there))}`);
    context.set(field, value);
  }
  if (switchContext || !document.get('current-context')) document.set('current-context', name);
  // As kubectl writes lists, unless the file has them in another way.
  return document.toString({ lineWidth: 0, indentSeq: /^[\w-]+:[ \t]*\n[ \t]+- /m.test(text) });
}

/** A cluster of a kubeconfig. */
export interface ClusterEntry {
  /** Base64 of PEM. */
  readonly caData?: string;
  /** A path that is relative to the directory of the kubeconfig. */
  readonly caFile?: string;
}

/** The authorities of the first cluster with this server, if it has some. */
export function authorityOf(text: string, server: string): ClusterEntry | undefined {
  const document = readDocument(text);
  const list = document.get('clusters');
  for (const item of isSeq(list) ? list.items : []) {
    const cluster = isMap(item) ? item.get('cluster') : undefined;
    if (!isMap(cluster) || cluster.get('server') !== server) continue;
    const [caData, caFile] = [cluster.get('certificate-authority-data'), cluster.get('certificate-authority')];
    if (typeof caData === 'string' && caData !== '') return { caData };
    if (typeof caFile === 'string' && caFile !== '') return { caFile };
  }
  return undefined;
}

/** The current context of a kubeconfig; undefined without one. */
export function currentContext(text: string): string | undefined {
  const name = readDocument(text).get('current-context');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Whether a kubeconfig has an entry that a sign-in of this name would write. */
export function hasEntries(text: string, name: string): boolean {
  const document = readDocument(text);
  return (['cluster', 'user', 'context'] as const).some((kind) => {
    const list = document.get(`${kind}s`);
    const wanted = kind === 'user' ? userOf(name) : name;
    return isSeq(list) && list.items.some((item) => isMap(item) && item.get('name') === wanted);
  });
}

function readDocument(text: string): Document {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw new LoginError(`it is no valid YAML: ${printable(problem.message)}`);
  if (document.contents === null)
    document.contents = document.createNode({ apiVersion: 'v1', kind: 'Config' }) as never;
  if (!isMap(document.contents)) throw new LoginError('it is not a mapping');
  return document;
}

/** The value of an entry of this name, which is added if it is missing. */
function entryIn(document: Document, kind: 'cluster' | 'user' | 'context', name: string): YAMLMap {
  const list = document.get(`${kind}s`);
  if (list === undefined || list === null) document.set(`${kind}s`, document.createNode([]));
  const entries = document.get(`${kind}s`);
  if (!isSeq(entries)) throw new LoginError(`${kind}s is not a list`);
  // An empty list in brackets is continued in lines.
  if (entries.items.length === 0) entries.flow = false;
  const items = entries.items.map((item) => (isAlias(item) ? item.resolve(document) : item));
  const found = items.find((item) => isMap(item) && item.get('name') === name);
  if (isMap(found)) return mapIn(document, found, kind);
  const added = document.createNode({ name, [kind]: {} }) as YAMLMap;
  entries.add(added);
  const value = mapIn(document, added, kind);
  value.flow = false;
  return value;
}

function mapIn(document: Document, parent: YAMLMap, key: string): YAMLMap {
  const value = parent.get(key);
  if (isMap(value)) return value;
  if (value !== undefined && value !== null) throw new LoginError(`${key} is not a mapping`);
  const added = document.createNode({}) as YAMLMap;
  added.flow = false;
  parent.set(key, added);
  return added;
}

function conflict(kind: string, name: string, why: string): LoginError {
  return new LoginError(`the ${kind} ${JSON.stringify(name)} ${why}; choose another --name`);
}
