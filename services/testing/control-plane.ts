import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_OPTIONS } from '@pilothouse/admission/plugin-options.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { kubeconfig, type KubeconfigUser } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { startApiServer, type RunningServer } from '@pilothouse/apiserver/main.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import { authorizationProblems } from '@pilothouse/apiserver/options/authorization.js';
import { parseFeatureGates } from '@pilothouse/apiserver/options/feature-gates.js';
import type { ServerOptions, StorageOptions } from '@pilothouse/apiserver/options/server-options.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { applyDefinitions, readDefinitions, type FoundDefinition } from '@pilothouse/client/definitions/definitions.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { runInProcess as runControllers } from '@pilothouse/controllers/in-process.js';
import { problemOfServers } from '@pilothouse/flags/parse-value.js';
import { writeFiles, type Files } from './files.js';
import { createObjects } from './objects.js';
import type { ControlPlaneOptions, User } from './options.js';

/** A running control plane, for `await using plane = await startControlPlane()`. */
export interface ControlPlane extends AsyncDisposable {
  /** Such as `https://127.0.0.1:41234`. */
  readonly url: string;
  /** A kubeconfig (its text) of the administrator, for kubectl and other clients. */
  readonly kubeconfig: string;
  /**
   * A client with the administrator's permissions, closed with the control plane. `client.as({ name, groups })` impersonates another
   * user.
   */
  readonly client: Client;
  /**
   * Creates credentials for a user: the token of a user in the option `users`, else a new client certificate, which is valid for one
   * day. Rejects with TypeError for the name alone of a user that is not listed.
   */
  readonly signIn: (user: User | string) => Promise<SignedIn>;
  /** All audit events so far, including those of every answered request. Rejects without the option `audit`. */
  readonly auditEvents: () => Promise<Event[]>;
  /**
   * Stops everything and resolves when it has ended. Requests of other clients in flight have one second to finish, and calls to an
   * unresponsive etcd the time limit of the store. Idempotent.
   */
  readonly stop: () => Promise<void>;
}

/** A user with credentials. */
export interface SignedIn {
  /** The text of a kubeconfig. */
  readonly kubeconfig: string;
  /** A client, closed with the control plane. */
  readonly client: Client;
}

const API_DOMAIN = 'k8s.io';
/** Milliseconds for requests in flight at the stop. */
const GRACE = 1000;

/**
 * Starts a control plane in this process, on 127.0.0.1. Resolves once it answers, the custom kinds of `crds` are served and the initial
 * objects are created. It includes the controllers and admission plugins of `pilothouse up`. Rejects with an Error that names an
 * invalid option.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const server = serverOptions(options);
  const definitions = await readDefinitions(options.crds ?? []);
  const files = await writeFiles(options, createDomain({ apiDomain: API_DOMAIN }));
  try {
    return await startPlane(options, { server, definitions, files });
  } catch (error) {
    await files.remove();
    throw files.explain(error);
  }
}

interface Prepared {
  readonly server: ServerOptions;
  readonly definitions: readonly FoundDefinition[];
  readonly files: Files;
}

async function startPlane(
  options: ControlPlaneOptions,
  { server: serverOptions, definitions, files }: Prepared,
): Promise<ControlPlane> {
  const { logger, objects = [], signal = new AbortController().signal } = options;
  const { tokenAuthFile, audit, policyFile } = files;
  const server = await startApiServer(
    {
      ...serverOptions,
      ...(tokenAuthFile !== undefined && { tokenAuthFile }),
      ...(audit && { audit }),
      admission: {
        plugins: DEFAULT_PLUGINS,
        services: [],
        options: { ...DEFAULT_OPTIONS, ...(policyFile !== undefined && { policyFile }) },
      },
    },
    {
      signal,
      ...(logger && { logger }),
    },
  );
  const controllers = runControllers({
    connect: server.connect,
    ...(options.etcdServers !== undefined && { identity: randomUUID() }),
    config: { rootCa: server.rootCa, signLegacyToken: server.signLegacyToken, legacyServiceAccountTokens: false },
    onError: (controller, error) => logger?.warn({ error, controller }, 'controller failed'),
  });
  const clients: Client[] = [];
  const signInWith = (credentials: KubeconfigUser, userName?: string): SignedIn => {
    const { url } = server;
    const { caPem } = server.certificates.current();
    const client = createClient({ transport: httpsTransport({ url, caPem, credentials }), userAgent: 'testing' });
    clients.push(client);
    const named = userName === undefined ? {} : { userName };
    return { client, kubeconfig: kubeconfig({ server: url, caPem, user: credentials, name: 'pilothouse', ...named }) };
  };
  const admin = signInWith(server.certificates.current().admin);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  const stopAll = async (): Promise<void> => {
    const parts = Promise.all([...clients.map((client) => client.close()), controllers.stop()]);
    try {
      // Their last requests may wait for an unreachable etcd. They end with the server.
      await Promise.race([parts, pause(GRACE, undefined, { ref: false })]);
    } finally {
      await server.stop(GRACE);
      await files.remove();
    }
    await parts;
  };
  try {
    await applyDefinitions(admin.client, definitions, { fieldManager: 'testing', signal });
    await createObjects(admin.client, objects, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: server.url,
    ...admin,
    signIn: async (user) => {
      const name = typeof user === 'string' ? user : user.name;
      return signInWith(await credentialsOf(user, options, server), name);
    },
    auditEvents: files.auditEvents,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function credentialsOf(
  user: User | string,
  { users = [] }: ControlPlaneOptions,
  server: RunningServer,
): Promise<KubeconfigUser> {
  const name = typeof user === 'string' ? user : user.name;
  const known = users.find((each) => each.name === name);
  if (known !== undefined) return { token: known.token };
  if (typeof user === 'string') throw new TypeError(`the option users has no user ${JSON.stringify(user)}`);
  return server.issueClientCertificate({ name, groups: user.groups ?? [] });
}

/** Throws TypeError for invalid options. */
function serverOptions(options: ControlPlaneOptions): ServerOptions {
  const { dataDir, port = 0, authorizationModes, featureGates = {} } = options;
  const gates = parseFeatureGates(Object.entries(featureGates).map(([name, value]) => `${name}=${value}`));
  if (!gates.ok) throw new TypeError(gates.problems.join('; ').replaceAll('--feature-gates', 'featureGates'));
  const [wrong] = authorizationProblems(authorizationModes ?? []);
  if (wrong !== undefined) throw new TypeError(wrong.replace('--authorization-mode', 'authorizationModes'));
  return {
    bindAddress: '127.0.0.1',
    securePort: port,
    storage: storageOf(options),
    ...(dataDir !== undefined && { certificatesDirectory: join(dataDir, 'certificates') }),
    ...(authorizationModes && { authorizationModes }),
    features: gates.features,
    apiDomain: API_DOMAIN,
    verbosity: 0,
  };
}

function storageOf({ dataDir, etcdServers, etcdPrefix = '/registry' }: ControlPlaneOptions): StorageOptions {
  if (etcdServers !== undefined) {
    const wrong = problemOfServers(etcdServers);
    if (wrong !== undefined) throw new TypeError(`etcdServers ${wrong}`);
    return { type: 'etcd', servers: etcdServers, prefix: etcdPrefix };
  }
  return dataDir === undefined ? { type: 'ephemeral' } : { type: 'embedded', directory: join(dataDir, 'store') };
}
