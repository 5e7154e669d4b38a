import type { PartialObjectMetadata } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** What every object of the API has. */
export type ApiObject = PartialObjectMetadata;

/** An object as it is sent to be created: all but its metadata may be left to the server. */
export type Draft<T extends ApiObject> = Partial<T> & Pick<T, 'metadata'>;

/** A type of resource whose objects are `T`s. Written as a constant; {@link ./core.ts} has the built-in ones. */
export type ResourceType<T extends ApiObject = ApiObject> = NamespacedType<T> | ClusterType<T>;

export interface NamespacedType<T extends ApiObject = ApiObject> extends TypeNames<T> {
  readonly scope: 'Namespaced';
}

export interface ClusterType<T extends ApiObject = ApiObject> extends TypeNames<T> {
  readonly scope: 'Cluster';
}

declare const objectOf: unique symbol;

interface TypeNames<T> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name in paths, such as `configmaps`. */
  readonly resource: string;
  readonly kind: string;
  /** Never there: it ties the type of the objects to the constant. */
  readonly [objectOf]?: T;
}

/** Group and version as objects bear them: `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a group and version: `/api/v1`, or `/apis/apps/v1`. */
export function versionPath({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** The path of a collection; that over all namespaces where `namespace` is undefined. */
export function collectionPath(type: ResourceType, namespace: string | undefined): string {
  const place = namespace === undefined ? '' : `/namespaces/${segment(namespace)}`;
  return `${versionPath(type)}${place}/${segment(type.resource)}`;
}

/** One name as a part of a path. Throws for what cannot be one, which would address something else. */
export function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new TypeError(`${JSON.stringify(name)} cannot be a name`);
  return encodeURIComponent(name);
}

/** Where an object is among its kind: `namespace/name`, or the name alone for cluster-scoped kinds. */
export function objectKey({ metadata: { namespace = '', name = '' } }: ApiObject): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
