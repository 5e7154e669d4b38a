/** The main module. The resource types of each group have their own module, such as `@pilothouse/client/apps.js`. */
export { StatusError, type Reason } from '@pilothouse/apimachinery/status/status-error.js';
export { createClient, type Client, type ClientOptions, type Namespaces, type ResourceAccess } from './client.js';
export type { Collection, Creatable, Page, Part, Patch, Readable, SubresourceAccess } from './collection.js';
export { discover, type DiscoveredType, type Discovery } from './discover.js';
export { httpsTransport, type Credentials, type HttpsTransportOptions } from './https-transport.js';
export type { ImpersonatedUser } from './impersonation.js';
export { createInformer, type Informer, type InformerOptions } from './informer.js';
export { KubeconfigError } from './kubeconfig-error.js';
export {
  clientFromKubeconfig,
  readKubeconfig,
  readKubeconfigFile,
  type KubeconfigConnection,
  type KubeconfigOptions,
} from './kubeconfig.js';
export type { Change } from './object-cache.js';
export type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from './options.js';
export {
  inDomain,
  type ApiObject,
  type ClusterType,
  type Draft,
  type NamespacedType,
  type ResourceType,
} from './resource-type.js';
export type { Transport, TransportRequest, TransportResponse } from './transport.js';
export type { WatchEvent } from './watch.js';
