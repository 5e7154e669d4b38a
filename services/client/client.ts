import { collection, metadataForms, readable, type Collection, type Readable } from './collection.js';
import { sender, type Send } from './request.js';
import type { ApiObject, ClusterType, NamespacedType, ResourceType } from './resource-type.js';
import type { Transport } from './transport.js';

export interface ClientOptions {
  readonly transport: Transport;
  /** Sent with every request. Its first word, up to a slash, is the default field manager. */
  readonly userAgent?: string;
  /** The group of metadata types; `meta.k8s.io` when absent. */
  readonly metaGroup?: string;
}

/**
 * A client of one API server: `client.of(configMaps).namespace('default').get('x')`,
 * `client.of(namespaces).create({ metadata: { name: 'x' } })`.
 */
export interface Client {
  readonly of: ResourceAccess;
  /** The objects of a type in all namespaces. */
  readonly all: <T extends ApiObject>(type: ResourceType<T>) => Readable<T>;
  /** The metadata alone of the objects of a type, in one namespace or in all. */
  readonly metadataOf: (type: ResourceType, namespace?: string) => Readable<ApiObject>;
  /** Any request; throws StatusError for every status of 400 or more. The body is to be read. */
  readonly request: Send;
  /** Closes the connections; requests under way fail. */
  readonly close: () => Promise<void>;
}

export interface ResourceAccess {
  <T extends ApiObject>(type: ClusterType<T>): Collection<T>;
  <T extends ApiObject>(type: NamespacedType<T>): Namespaces<T>;
}

/** The objects of a type in all namespaces, and the way to those of one. */
export interface Namespaces<T extends ApiObject> extends Readable<T> {
  readonly namespace: (name: string) => Collection<T>;
}

const USER_AGENT = 'pilothouse';

export function createClient(options: ClientOptions): Client {
  const { transport, userAgent = USER_AGENT, metaGroup = 'meta.k8s.io' } = options;
  const request = sender(transport, userAgent);
  function of<T extends ApiObject>(type: ClusterType<T>): Collection<T>;
  function of<T extends ApiObject>(type: NamespacedType<T>): Namespaces<T>;
  function of<T extends ApiObject>(type: ClusterType<T> | NamespacedType<T>): Collection<T> | Namespaces<T> {
    if (type.scope === 'Cluster') return collection(request, type, undefined);
    return { ...readable(request, type, undefined), namespace: (name) => collection(request, type, name) };
  }
  return {
    of,
    all: (type) => readable(request, type, undefined),
    metadataOf: (type, namespace) => readable(request, type, namespace, metadataForms(metaGroup)),
    request,
    close: () => transport.close(),
  };
}
