import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Address } from '@pilothouse/client/dial.js';

/** Port of a kubelet that reports none. */
const KUBELET_PORT = 10_250;

/** The address of the kubelet of a node: the first one of the first type that the node has. Throws 500 without any. */
export function kubeletAddress({ status }: Node, preferredTypes: readonly string[]): Address {
  const { addresses = [], daemonEndpoints } = status;
  const host = preferredTypes
    .map((wanted) => addresses.find(({ type }) => type === wanted)?.address)
    .find((address) => address !== undefined);
  if (host === undefined) {
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
    throw unknownError(`no preferred addresses found; known addresses: [${known}]`);
  }
  const port = daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  return { host, port: port > 0 ? port : KUBELET_PORT };
}

/** 500 without a reason, as Kubernetes answers if a server behind it cannot be reached. It is no failure of this server. */
export function unknownError(message: string, cause?: unknown): StatusError {
  return new StatusError('ServiceUnavailable', message, { code: 500, withoutReason: true, cause });
}
