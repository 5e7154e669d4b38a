import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { readKubeconfigFile } from '@pilothouse/client/kubeconfig.js';
import type { Target } from './options/certificates-options.js';

/** Directory of the service account credentials in a pod. */
export const ACCOUNT_DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface PodEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** {@link ACCOUNT_DIRECTORY}, except in tests. */
  readonly accountDirectory: string;
}

/** Resolves the connection to the cluster that holds the Secrets. Reads the files on each call. Rejects with an Error. */
export async function clusterConnection(
  { kubeconfig }: Extract<Target, { type: 'secrets' }>,
  surroundings: PodEnvironment,
): Promise<HttpsTransportOptions> {
  if (kubeconfig === undefined) return inCluster(surroundings);
  const { from, context } = kubeconfig;
  return readKubeconfigFile(from, context === undefined ? {} : { context });
}

/** In-cluster configuration, as in client-go. */
async function inCluster({ environment, accountDirectory }: PodEnvironment): Promise<HttpsTransportOptions> {
  const [host, port] = [environment['KUBERNETES_SERVICE_HOST'], environment['KUBERNETES_SERVICE_PORT']];
  if (!host || !port) {
    throw new Error(
      'this does not run in a cluster (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set); name one with --kubeconfig',
    );
  }
  const read = async (name: string): Promise<string> => {
    const path = join(accountDirectory, name);
    return readFile(path, 'utf8').catch((error: unknown) => {
      throw new Error(`${path} cannot be read: ${String(error)}; the pod needs the token of a service account`, {
        cause: error,
      });
    });
  };
  const [token, caPem] = await Promise.all([read('token'), read('ca.crt')]);
  const address = isIP(host) === 6 ? `[${host}]` : host;
  return { url: `https://${address}:${port}`, caPem, credentials: { token: token.trim() } };
}
