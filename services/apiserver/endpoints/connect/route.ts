import { lookup } from 'node:dns/promises';
import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ConnectCall, Destination } from '@pilothouse/kinds/definition/connect.js';
import type { Connections } from '../../proxy/connections.js';
import type { Route } from '../../proxy/forward.js';
import { kubeletAddress } from '../../proxy/kubelet.js';
import { isGlobalUnicast } from '../../proxy/unicast.js';

export type Target = Pick<Route, 'backend' | 'scheme' | 'address' | 'serverName'>;

/** The address of a destination, and the connections that reach it. Throws StatusErrors. */
export async function targetOf(
  destination: Destination,
  connections: Connections,
  read: ConnectCall['read'],
): Promise<Target> {
  const { addressTypes, kubelets, insecureKubelets, endpoints } = connections;
  const kubeletOf = async (name: string) =>
    kubeletAddress((await read({ group: '', resource: 'nodes' }, name)) as Node, addressTypes);
  switch (destination.type) {
    case 'kubelet': {
      const backend = destination.isInsecure === true ? insecureKubelets : kubelets;
      return { backend, scheme: 'https', address: await kubeletOf(destination.node) };
    }
    case 'node': {
      const { name, port } = destination;
      const kubelet = await kubeletOf(name);
      const address = { host: await resolved(kubelet.host), port: kubelet.port };
      const serverName = kubelet.host;
      if (port === '' || port === String(kubelet.port))
        return { backend: kubelets, scheme: 'https', address, serverName };
      const scheme = destination.scheme || 'http';
      return { backend: endpoints, scheme, address: { ...address, port: portNumber(port) }, serverName };
    }
    case 'address': {
      const scheme = destination.scheme || 'http';
      if (!isGlobalUnicast(destination.name)) throw notAllowed();
      const port = destination.port === '' ? USUAL_PORTS[scheme] : portNumber(destination.port);
      return { backend: endpoints, scheme, address: { host: destination.name, port } };
    }
  }
}

/** Path and query at the kubelet. */
export function kubeletTarget(destination: Destination): string {
  if (destination.type !== 'kubelet') return '/';
  const { path, query } = destination;
  return query === '' ? path : `${path}?${query}`;
}

const USUAL_PORTS = { http: 80, https: 443 } as const;
const LARGEST_PORT = 2 ** 16 - 1;

/** The first address of a host. Connections use it, so that no later answer of the name server is trusted. Throws 400. */
async function resolved(host: string): Promise<string> {
  let found: readonly { readonly address: string }[];
  try {
    found = await lookup(host, { all: true });
  } catch (error) {
    throw badRequest(`lookup ${host}: ${errorMessage(error)}`);
  }
  const [first] = found;
  if (first === undefined) throw badRequest('no addresses for hostname');
  if (!found.every(({ address }) => isGlobalUnicast(address))) throw notAllowed();
  return first.address;
}

function notAllowed(): StatusError {
  return badRequest('address not allowed');
}

/** Kubernetes looks for the port only when it connects. */
function portNumber(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port > 0 && port <= LARGEST_PORT) return port;
  const why = port === 0 ? `unknown port ${JSON.stringify(text)}` : `invalid port ${text}`;
  throw new StatusError('ServiceUnavailable', `error trying to reach service: ${why}`);
}
