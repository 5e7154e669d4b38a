import { readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { createDomain, type Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { servingHosts } from '@pilothouse/runtime/certificates/hosts.js';
import { createLogger, type Logger } from '@pilothouse/runtime/logging/logger.js';
import { configuredAuthenticators } from './authn/configured.js';
import type { CertificateFiles, ServerOptions } from './options/server-options.js';
import { realEnvironment } from './registry/environment.js';
import { createApi } from './server/api.js';
import { cacheInFront } from './server/cache.js';
import { watchAuthorities } from './server/client-authorities.js';
import { keepIdentityLease } from './server/identity-lease.js';
import { inProcessTransport } from './server/in-process.js';
import { listen, type Listener } from './server/listener.js';
import { tokenConfig } from './serviceaccount/config.js';
import { loadTokenKeys } from './serviceaccount/key-files.js';
import { legacyClaims } from './serviceaccount/legacy-claims.js';
import type { AccountRef } from './serviceaccount/names.js';
import { signToken } from './serviceaccount/sign.js';
import type { CachedStore } from './storage/cache/store.js';
import { openStore } from './storage/open.js';
import { VERSION } from './version.js';

/** A server that is ready. */
export interface RunningServer {
  /** Such as `https://127.0.0.1:6443`: where this machine reaches it. */
  readonly url: string;
  readonly port: number;
  /** Who vouches for the server's certificate. */
  readonly caPem: string;
  /** The administrator's client certificate. */
  readonly admin: { readonly certPem: string; readonly keyPem: string };
  /** A way into the server for parts of the same process, as a user of the given name with every right. */
  readonly connect: (name: string) => Transport;
  /** Makes the token of an account that the secret of this name, in the account's namespace, is to keep. */
  readonly signLegacyToken: (account: AccountRef, secret: string) => Promise<string>;
  /** Finishes the requests under way and releases everything. */
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  /** Aborted when the server is no longer wanted: a start under way gives up and rejects. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a request other than a watch may take, as in Kubernetes. */
const REQUEST_TIMEOUT = 60_000;

/** Starts an API server; resolves once it answers. Rejects, with everything released, when it cannot. */
export async function startApiServer(options: ServerOptions, { signal }: StartOptions): Promise<RunningServer> {
  const { bindAddress, securePort } = options;
  // Which port 0 becomes is known only later.
  const address = securePort === 0 ? bindAddress : `https://${bindAddress}:${securePort}`;
  const logger = createLogger(options.verbosity);
  const domain = createDomain(options);
  const onError = (error: unknown): void => logger.warn({ error }, 'the store failed in the background');
  const off = new AbortController();
  const store = cacheInFront(await openStore(options.storage, { address, onError }), { domain, logger });
  try {
    // Whoever has the store has the directory, and only one may make certificates in it.
    return await serve(options, { store, domain, logger, certificates: await certificatesFor(options), off, signal });
  } catch (error) {
    off.abort();
    await store.close();
    throw error;
  }
}

interface Parts extends StartOptions {
  readonly store: CachedStore;
  readonly domain: Domain;
  readonly logger: Logger;
  readonly certificates: Certificates;
  /** Aborted when the server ends. */
  readonly off: AbortController;
}

async function serve(options: ServerOptions, parts: Parts): Promise<RunningServer> {
  const { store, certificates, domain, logger, off, signal } = parts;
  const { serviceAccounts = {}, certificatesDirectory: directory } = options;
  const serving = await readPair(options.servingCertificate);
  let listener: Listener | undefined;
  const keys = await loadTokenKeys({ ...serviceAccounts, servingKeyPem: serving?.keyPem, directory });
  const tokens = tokenConfig(serviceAccounts, keys);
  const watching = {
    signal: off.signal,
    onError: (error: unknown, what: string) => logger.warn({ error }, `what signing in needs is out of order: ${what}`),
  };
  const [configured, authorities] = await Promise.all([
    configuredAuthenticators(options, {
      domain,
      ...watching,
      apiAudiences: tokens.audiences,
      now: realEnvironment.now,
    }),
    watchAuthorities({
      ...watching,
      own: certificates.ca.certPem,
      users: options.clientCaFile,
      proxies: options.authentication?.proxy?.caFile,
      onChange: () => listener?.renewAuthorities(),
    }),
  ]);
  const host = reachableHost(options.bindAddress);
  let port = options.securePort;
  const handler = await createApi({
    ...parts,
    catalog: options,
    ...(options.authorizationModes && { authorizationModes: options.authorizationModes }),
    environment: realEnvironment,
    ...configured,
    ...(options.authentication && { authentication: options.authentication }),
    tokens,
    address: () => `${host}:${port}`,
    version: VERSION,
    requestTimeout: REQUEST_TIMEOUT,
  });
  signal.throwIfAborted();
  const listening = await listen({
    host: options.bindAddress,
    port: options.securePort,
    ...(serving ?? certificates.serving),
    clientAuthorities: authorities.current,
    handler,
    requestTimeout: REQUEST_TIMEOUT,
  });
  listener = listening;
  ({ port } = listening);
  const connect: RunningServer['connect'] = (name) => inProcessTransport(handler, { name, groups: ['system:masters'] });
  const identity =
    options.storage.type === 'etcd' ? publishIdentity(parts, { connect, port, signal: off.signal }) : undefined;
  return {
    url: `https://${host}:${port}`,
    port,
    // A certificate that was given vouches for itself: who signed it is not known here.
    caPem: serving?.certPem ?? certificates.ca.certPem,
    admin: certificates.admin,
    connect,
    signLegacyToken: (account, secret) => signToken(keys.signing, legacyClaims(account, secret, parts.domain)),
    async stop() {
      off.abort();
      await Promise.all([identity, listening.close(REQUEST_TIMEOUT)]);
      await store.close();
    },
  };
}

interface Publication extends Pick<RunningServer, 'connect' | 'port'> {
  readonly signal: AbortSignal;
}

/** Tells the other servers on one etcd of this one. One miss matters to nobody, and etcd's failures are told of elsewhere. */
function publishIdentity({ domain, logger }: Parts, { connect, port, signal }: Publication): Promise<void> {
  return keepIdentityLease({
    client: createClient({ transport: connect('system:apiserver'), userAgent: 'pilothouse' }),
    domain,
    environment: realEnvironment,
    timing: systemTiming,
    hostname: hostname(),
    port,
    onError: (error) => logger.info({ error }, 'the identity lease could not be renewed'),
    signal,
  });
}

async function certificatesFor({ bindAddress, certificatesDirectory }: ServerOptions): Promise<Certificates> {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const hosts = servingHosts({ bindAddress, hostname: hostname(), addresses });
  return ensureCertificates({ directory: certificatesDirectory, hosts, now: realEnvironment.now() });
}

async function readPair(
  files: CertificateFiles | undefined,
): Promise<{ readonly certPem: string; readonly keyPem: string } | undefined> {
  if (files === undefined) return undefined;
  const [certPem, keyPem] = await Promise.all([readFile(files.certFile, 'utf8'), readFile(files.keyFile, 'utf8')]);
  return { certPem, keyPem };
}

/** An address that listens for all of them is reached on the loopback. */
function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return address.includes(':') ? `[${address}]` : address;
}
