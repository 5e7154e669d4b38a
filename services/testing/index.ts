import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runInProcess as runPlugins, type InProcessService } from '@pilothouse/admission/in-process.js';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { startApiServer } from '@pilothouse/apiserver/main.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import type { StorageOptions } from '@pilothouse/apiserver/options/server-options.js';
import { ADMISSION_SERVICE } from '@pilothouse/apiserver/server/bootstrap-rbac/controller-rights.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { runInProcess as runControllers } from '@pilothouse/controllers/in-process.js';
import { problemOfServers } from '@pilothouse/flags/parse-value.js';

export interface ControlPlaneOptions {
  /** Where objects and certificates are kept from one start to the next; nothing is kept when absent. */
  readonly dataDir?: string;
  /** URLs of an etcd to keep objects in, in place of the built-in store. The start waits for it until it answers or `signal` is aborted. */
  readonly etcdServers?: readonly string[];
  /** Where in etcd objects are kept: give every test its own. `/registry` when absent. */
  readonly etcdPrefix?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Aborted when the control plane is no longer wanted: a start under way gives up and rejects. */
  readonly signal?: AbortSignal;
}

/** A running control plane: `await using plane = await startControlPlane()`. */
export interface ControlPlane extends AsyncDisposable {
  /** Such as `https://127.0.0.1:41234`. */
  readonly url: string;
  /** The text of a kubeconfig for the administrator, for kubectl and any client library. */
  readonly kubeconfig: string;
  /** A client with the administrator's rights. It is closed with the control plane. */
  readonly client: Client;
  /** Ends everything, and resolves when it has ended. Calling it again does no harm. */
  readonly stop: () => Promise<void>;
}

const API_DOMAIN = 'k8s.io';
/** Of pods on nodes that fail, as `pilothouse up` has it. */
const TOLERATION_SECONDS = 300;

/**
 * Starts a control plane in this process, on 127.0.0.1; resolves once it answers. It has what `pilothouse up` has: also its
 * controllers, and the admission plugins that give pods their account, token, priority and tolerations.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const { signal = new AbortController().signal } = options;
  const plugins = await runPlugins({
    apiDomain: API_DOMAIN,
    plugins: DEFAULT_PLUGINS,
    settings: { notReadySeconds: TOLERATION_SECONDS, unreachableSeconds: TOLERATION_SECONDS },
    onError: () => undefined,
  });
  try {
    return await startBeside(plugins, { ...options, signal });
  } catch (error) {
    await plugins.stop();
    throw error;
  }
}

async function startBeside(
  plugins: InProcessService,
  options: ControlPlaneOptions & { readonly signal: AbortSignal },
): Promise<ControlPlane> {
  const { dataDir, port = 0, signal } = options;
  const server = await startApiServer(
    {
      bindAddress: '127.0.0.1',
      securePort: port,
      storage: storageOf(options),
      ...(dataDir !== undefined && { certificatesDirectory: join(dataDir, 'certificates') }),
      apiDomain: API_DOMAIN,
      verbosity: 0,
    },
    { signal, admissionServices: [{ name: 'in-process', service: plugins.service }] },
  );
  plugins.connect(server.connect({ name: ADMISSION_SERVICE, groups: [] }));
  const controllers = runControllers({
    connect: server.connect,
    ...(options.etcdServers !== undefined && { identity: randomUUID() }),
    config: { rootCa: server.rootCa, signLegacyToken: server.signLegacyToken, legacyServiceAccountTokens: true },
  });
  const { url } = server;
  const { caPem, admin } = server.certificates.current();
  const client = createClient({ transport: httpsTransport({ url, caPem, credentials: admin }), userAgent: 'testing' });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  const stopAll = async (): Promise<void> => {
    await Promise.all([client.close(), controllers.stop(), plugins.stop()]);
    await server.stop();
  };
  return {
    url,
    kubeconfig: kubeconfig({ server: url, caPem, user: admin, name: 'pilothouse' }),
    client,
    stop,
    [Symbol.asyncDispose]: stop,
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
