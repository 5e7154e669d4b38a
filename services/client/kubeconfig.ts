import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { createClient, type Client } from './client.js';
import { httpsTransport, type Credentials, type HttpsTransportOptions } from './https-transport.js';
import { KubeconfigError } from './kubeconfig-error.js';
import type { Transport } from './transport.js';

export interface KubeconfigOptions {
  /** The context to use; current-context when absent. */
  readonly context?: string;
  /** Base directory of relative paths; the working directory when absent. */
  readonly directory?: string;
  /** Allowed schemes of the server URL; `http` and `https` when absent. */
  readonly schemes?: readonly string[];
}

/** The connection of a kubeconfig context. */
export interface KubeconfigConnection extends HttpsTransportOptions {
  /** The context's namespace; `default` if it has none. */
  readonly namespace: string;
}

/** A client for the server of a kubeconfig (its text). Throws KubeconfigError. */
export async function clientFromKubeconfig(text: string, options: KubeconfigOptions = {}): Promise<Client> {
  return createClient({ transport: transportTo(await readKubeconfig(text, options)) });
}

/** Reads the kubeconfig at a path. Relative paths are resolved from its directory; errors contain the path. */
export async function readKubeconfigFile(
  path: string,
  options: Omit<KubeconfigOptions, 'directory'> = {},
): Promise<KubeconfigConnection> {
  try {
    return await readKubeconfig(await readFile(path, 'utf8'), { ...options, directory: dirname(path) });
  } catch (error) {
    throw wrapped(error, `${path}: `);
  }
}

/** A kubeconfig file as a source of a file watch, including the files that it names. */
export interface KubeconfigSource {
  /** The connection as one text. Rejects with KubeconfigError. */
  readonly read: () => Promise<string>;
  /** Throws KubeconfigError for an unusable connection, such as a key that does not match its certificate. */
  readonly parse: (text: string) => KubeconfigConnection;
  readonly certificate: typeof certificateOf;
}

export function kubeconfigSource(path: string): KubeconfigSource {
  return {
    read: async () => JSON.stringify(await readKubeconfigFile(path)),
    parse(text) {
      const connection = JSON.parse(text) as KubeconfigConnection;
      try {
        void httpsTransport(connection).close();
        return connection;
      } catch (error) {
        throw wrapped(error, `${path}: `);
      }
    },
    certificate: certificateOf,
  };
}

/** The client certificate (PEM) of a connection in JSON; undefined if it has none. */
export function certificateOf(connection: string): string | undefined {
  const { credentials } = JSON.parse(connection) as KubeconfigConnection;
  return credentials !== undefined && 'certPem' in credentials ? credentials.certPem : undefined;
}

/** Throws KubeconfigError for an unusable connection. */
function transportTo(connection: KubeconfigConnection): Transport {
  try {
    return httpsTransport(connection);
  } catch (error) {
    throw wrapped(error);
  }
}

function wrapped(error: unknown, before = ''): KubeconfigError {
  const why = errorMessage(error);
  return new KubeconfigError(`${before}${why}`, { cause: error });
}

/**
 * Resolves one context of a kubeconfig. Certificates and tokens may be inline or in files. Unsupported features (exec plugins,
 * proxies, impersonation) are errors.
 */
export async function readKubeconfig(text: string, options: KubeconfigOptions = {}): Promise<KubeconfigConnection> {
  const config: Part = { what: 'the kubeconfig', value: await parse(text) };
  const contextName = options.context ?? textIn(config, 'current-context');
  if (contextName === undefined) throw new KubeconfigError('the kubeconfig has no current-context; name a context');
  const context = named(config, 'context', contextName);
  const cluster = named(config, 'cluster', textIn(context, 'cluster') ?? '');
  const userName = textIn(context, 'user');
  const user = userName === undefined ? undefined : named(config, 'user', userName);
  const { directory = '.', schemes = ['http', 'https'] } = options;
  rejectFields(cluster, ['proxy-url']);
  const url = textIn(cluster, 'server');
  if (url === undefined || !schemes.some((scheme) => url.startsWith(`${scheme}://`))) {
    const names = `${schemes.slice(0, -1).join(', ')} or ${schemes.at(-1)}`;
    throw fault(cluster, `has no server with an ${names} URL`);
  }
  const caPem = await dataIn(cluster, 'certificate-authority', directory);
  const insecureSkipVerify = ownValue(cluster.value, 'insecure-skip-tls-verify') === true;
  if (insecureSkipVerify && caPem !== undefined)
    throw fault(cluster, 'has a certificate-authority and insecure-skip-tls-verify, which exclude each other');
  const credentials = user && (await credentialsOf(user, directory));
  const serverName = textIn(cluster, 'tls-server-name');
  return {
    url,
    ...(caPem !== undefined && { caPem }),
    ...(credentials && { credentials }),
    ...(serverName !== undefined && { serverName }),
    insecureSkipVerify,
    namespace: textIn(context, 'namespace') ?? 'default',
  };
}

/** The users of a kubeconfig, as the clients of several servers. */
export interface KubeconfigUsers {
  /** The credentials by name; undefined for a user without. */
  readonly credentials: ReadonlyMap<string, Credentials | undefined>;
  /** The user of the current context. */
  readonly current?: string;
}

/** Reads all users of the kubeconfig at a path. It needs neither clusters nor contexts. Rejects with KubeconfigError. */
export async function readKubeconfigUsers(path: string): Promise<KubeconfigUsers> {
  try {
    const config: Part = { what: 'the kubeconfig', value: await parse(await readFile(path, 'utf8')) };
    const list = ownValue(config.value, 'users');
    const credentials = new Map<string, Credentials | undefined>();
    for (const entry of Array.isArray(list) ? list.filter(isObject) : []) {
      const name = textIn({ what: 'a user of the kubeconfig', value: entry }, 'name') ?? '';
      credentials.set(name, await credentialsOf(named(config, 'user', name), dirname(path)));
    }
    const context = textIn(config, 'current-context');
    const current = context === undefined ? undefined : textIn(named(config, 'context', context), 'user');
    return { credentials, ...(current !== undefined && { current }) };
  } catch (error) {
    throw wrapped(error, `${path}: `);
  }
}

/** A mapping of the file, with its name for messages. */
interface Part {
  readonly what: string;
  readonly value: JsonObject;
}

async function parse(text: string): Promise<JsonObject> {
  const { parseYaml } = await import('@pilothouse/apimachinery/yaml/parse.js');
  let value: JsonValue;
  try {
    ({ value } = parseYaml(text));
  } catch (error) {
    throw wrapped(error, 'the kubeconfig cannot be read: ');
  }
  if (isObject(value)) return value;
  throw new KubeconfigError('the kubeconfig is not a mapping');
}

/** The entry of a name in `contexts`, `clusters` or `users`. */
function named(config: Part, kind: 'context' | 'cluster' | 'user', name: string): Part {
  const list = ownValue(config.value, `${kind}s`);
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  const value = entries.find((entry) => ownValue(entry, 'name') === name)?.[kind];
  if (isObject(value)) return { what: `the ${kind} ${JSON.stringify(name)}`, value };
  throw new KubeconfigError(`the kubeconfig has no ${kind} ${JSON.stringify(name)}`);
}

async function credentialsOf(user: Part, directory: string): Promise<Credentials | undefined> {
  rejectFields(user, ['exec', 'auth-provider', 'username', 'as', 'as-uid', 'as-groups', 'as-user-extra']);
  const certPem = await dataIn(user, 'client-certificate', directory);
  const keyPem = await dataIn(user, 'client-key', directory);
  if (certPem !== undefined && keyPem !== undefined) return { certPem, keyPem };
  if (certPem !== undefined || keyPem !== undefined)
    throw fault(user, 'has a client certificate or key without the other');
  const file = textIn(user, 'tokenFile');
  const token = file === undefined ? textIn(user, 'token') : (await readText(user, file, directory)).trim();
  return token === undefined ? undefined : { token };
}

/** PEM from base64 in `name-data`, or else from the file in `name`. */
async function dataIn(part: Part, name: string, directory: string): Promise<string | undefined> {
  const data = textIn(part, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64').toString();
  const file = textIn(part, name);
  return file === undefined ? undefined : readText(part, file, directory);
}

async function readText(part: Part, file: string, directory: string): Promise<string> {
  try {
    return await readFile(resolve(directory, file), 'utf8');
  } catch (error) {
    throw new KubeconfigError(`${part.what} names a file that cannot be read: ${String(error)}`, { cause: error });
  }
}

/** Undefined if absent or empty. */
function textIn(part: Part, name: string): string | undefined {
  const value = ownValue(part.value, name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw fault(part, `has a ${name} that is not text`);
}

function rejectFields(part: Part, names: readonly string[]): void {
  const found = names.find((name) => (ownValue(part.value, name) ?? '') !== '');
  if (found !== undefined) throw fault(part, `has ${found}, which is not supported`);
}

function fault(part: Part, text: string): KubeconfigError {
  return new KubeconfigError(`${part.what} ${text}`);
}
