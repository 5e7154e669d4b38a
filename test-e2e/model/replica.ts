import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { configMaps } from '@pilothouse/client/core.js';
import type { ObjectState, Scope, SeenObject } from './history.js';

/** One of the servers. After a kill it has a new client. */
export interface Replica {
  readonly index: number;
  readonly client: () => Client;
}

export type Replicas = readonly [Replica, ...Replica[]];

/** The namespaces of the model's objects. */
export const NAMESPACES = ['model-a', 'model-b'] as const;
export const LABEL = 'app';
export const LABELS = ['x', 'y', undefined] as const;
const NAMES = 8;

/** Few keys, so that clients conflict. */
export const KEYS = NAMESPACES.flatMap((namespace) =>
  Array.from({ length: NAMES }, (_, index) => `${namespace}/n${index}`),
);

export function mapsOf(replica: Replica, key: string): { readonly maps: Collection<ConfigMap>; readonly name: string } {
  const [namespace = '', name = ''] = key.split('/');
  return { maps: replica.client().of(configMaps).namespace(namespace), name };
}

/** Whether the object belongs to the model, and not to controllers or other clients. */
export function isOfModel(key: string): boolean {
  const [namespace = '', name] = key.split('/');
  return NAMESPACES.some((own) => own === namespace) && name !== 'kube-root-ca.crt';
}

export function objectOf(key: string, { id, labels, fields }: ObjectState): Pick<ConfigMap, 'metadata' | 'data'> {
  const [namespace = '', name = ''] = key.split('/');
  return { metadata: { namespace, name, labels: { ...labels } }, data: { ...fields, id } };
}

/** The same for an object from a server. */
export function seenObject({ metadata, data }: ConfigMap): SeenObject {
  const { namespace = '', name = '', resourceVersion = '' } = metadata;
  return { key: `${namespace}/${name}`, id: data?.['id'] ?? '', revision: Number(resourceVersion) };
}

/** The selectors of a scope. The namespace is in the path. */
export function selectorsOf({ name, label }: Scope): { labelSelector?: string; fieldSelector?: string } {
  return {
    ...(label !== undefined && { labelSelector: `${label.key}=${label.value}` }),
    ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
  };
}
