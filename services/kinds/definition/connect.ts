import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { badRequest, type GroupResource } from '@pilothouse/apimachinery/status/status-error.js';

/** A request for a connection to a running program. */
export interface ConnectCall {
  /** The name in the path. For proxies it may have a scheme and a port. */
  readonly name: string;
  /** Empty for cluster scope. */
  readonly namespace: string;
  /** The admitted options, of the kind of the subresource. */
  readonly options: JsonObject;
  readonly domain: Domain;
  /** Random whole number below the limit. */
  readonly random: (limit: number) => number;
  /** Reads the newest state of an object, in the namespace of the call if namespaced. Throws 404. */
  readonly read: (resource: GroupResource, name: string) => Promise<JsonObject>;
  /** The newest states of the objects in the namespace of the call with these labels. */
  readonly list: (resource: GroupResource, labels: Readonly<Record<string, string>>) => Promise<JsonObject[]>;
}

/** Where a connection leads. */
export type Destination =
  /** An endpoint of the kubelet of a node. */
  | {
      readonly type: 'kubelet';
      readonly node: string;
      readonly path: string;
      /** Without the question mark. */
      readonly query: string;
      /** Whether the certificate of the kubelet is not verified. */
      readonly isInsecure?: boolean;
    }
  /** A port of a node; that of its kubelet if it is empty. */
  | ({ readonly type: 'node' } & NamedPort)
  /** A port of a pod. `name` is an IP address. An empty port is the usual one of the scheme. */
  | ({ readonly type: 'address' } & NamedPort);

/** `http` when the scheme is empty. */
export interface NamedPort {
  readonly scheme: '' | 'http' | 'https';
  readonly name: string;
  /** A number or a name. */
  readonly port: string;
}

/** Chooses the destination of a connection. Undefined if there is nothing to connect to. Throws StatusErrors. */
export type Locate = (call: ConnectCall) => Promise<Destination | undefined>;

/** Splits `name`, `name:port` and `scheme:name:port`. Throws 400. `kind` is for the message. */
export function namedPort(text: string, kind: string): NamedPort {
  const parts = text.split(':');
  const [scheme = '', name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts;
  const isScheme = scheme === '' || scheme === 'http' || scheme === 'https';
  if (parts.length > 3 || name === '' || !isScheme) throw badRequest(`invalid ${kind} request ${JSON.stringify(text)}`);
  return { scheme, name, port };
}
