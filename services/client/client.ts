import { createDomain, type Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { collection, metadataForms, readable, type Collection, type Readable } from './collection.js';
import { impersonationHeaders, type ImpersonatedUser } from './impersonation.js';
import { sender, type Send } from './request.js';
import type {
  ApiObject,
  ClusterType,
  NamespacedType,
  NoSubresources,
  ResourceType,
  Subresources,
} from './resource-type.js';
import type { Transport, TransportRequest } from './transport.js';

export interface ClientOptions {
  readonly transport: Transport;
  /** Sent with every request. The text before the first slash is the default field manager. */
  readonly userAgent?: string;
  /** The API domain of the server; `k8s.io` when absent. */
  readonly domain?: Domain;
}

/**
 * A client of one API server: `client.of(configMaps).namespace('default').get('x')`,
 * `client.of(namespaces).create({ metadata: { name: 'x' } })`.
 */
export interface Client {
  readonly domain: Domain;
  readonly of: ResourceAccess;
  /** The objects of a type in all namespaces. */
  readonly all: <T extends ApiObject>(type: ResourceType<T>) => Readable<T>;
  /** The metadata of the objects of a type (PartialObjectMetadata), in one namespace or in all. */
  readonly metadataOf: (type: ResourceType, namespace?: string) => Readable<ApiObject>;
  /** Sends any request. Throws StatusError for every status of 400 or more. The caller must read the body. */
  readonly request: Send;
  /**
   * Returns a client that impersonates another user over the same connections (`kubectl --as`). Closing it closes them.
   * Throws TypeError for names that are not valid header values.
   */
  readonly as: (user: ImpersonatedUser) => Client;
  /** Closes the connections. Requests in flight fail. */
  readonly close: () => Promise<void>;
}

export interface ResourceAccess {
  <T extends ApiObject, S extends Subresources>(type: ClusterType<T, S>): Collection<T, S>;
  <T extends ApiObject, S extends Subresources>(type: NamespacedType<T, S>): Namespaces<T, S>;
}

/** The objects of a type in all namespaces, or in one. */
export interface Namespaces<T extends ApiObject, S extends Subresources = NoSubresources> extends Readable<T> {
  readonly namespace: (name: string) => Collection<T, S>;
}

const USER_AGENT = 'pilothouse';

export function createClient(options: ClientOptions): Client {
  return clientWith(options, {});
}

/** A client with additional request headers. */
function clientWith(options: ClientOptions, headers: TransportRequest['headers']): Client {
  const { transport, userAgent = USER_AGENT, domain = createDomain() } = options;
  const request = sender(transport, { 'user-agent': userAgent, ...headers });
  function of<T extends ApiObject, S extends Subresources>(type: ClusterType<T, S>): Collection<T, S>;
  function of<T extends ApiObject, S extends Subresources>(type: NamespacedType<T, S>): Namespaces<T, S>;
  function of<T extends ApiObject, S extends Subresources>(
    type: ResourceType<T, S>,
  ): Collection<T, S> | Namespaces<T, S> {
    if (type.scope === 'Cluster') return collection(request, type, undefined);
    return { ...readable(request, type, undefined), namespace: (name) => collection(request, type, name) };
  }
  return {
    domain,
    of,
    all: (type) => readable(request, type, undefined),
    metadataOf: (type, namespace) => readable(request, type, namespace, metadataForms(domain.group('meta'))),
    request,
    as: (user) => clientWith(options, impersonationHeaders(user)),
    close: () => transport.close(),
  };
}
