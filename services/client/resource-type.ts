import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PartialObjectMetadata } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** What every object of the API has. */
export type ApiObject = PartialObjectMetadata;

/** An object as it is sent: fields that the server fills in may be absent at every level. */
export type Draft<T extends ApiObject> = Sparse<T> & Pick<T, 'metadata'>;

/** A value in which every field is optional, at every level. */
export type Sparse<T> = T extends readonly (infer Item)[]
  ? readonly Sparse<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]?: Sparse<T[Field]> }
    : T;

/**
 * A resource type whose objects are `T`s, with the subresources `S`. The modules of the groups ({@link ./core.ts},
 * {@link ./apps.ts}, …) export the built-in ones; for others, write a constant.
 */
export type ResourceType<T extends ApiObject = ApiObject, S extends Subresources = NoSubresources> =
  NamespacedType<T, S> | ClusterType<T, S>;

export interface NamespacedType<
  T extends ApiObject = ApiObject,
  S extends Subresources = NoSubresources,
> extends TypeNames<T, S> {
  readonly scope: 'Namespaced';
}

export interface ClusterType<
  T extends ApiObject = ApiObject,
  S extends Subresources = NoSubresources,
> extends TypeNames<T, S> {
  readonly scope: 'Cluster';
}

declare const objectOf: unique symbol;

/** A group, a version and a kind. The symbol is never set: it ties the type of the objects to the constant. */
export interface KindNames<T = unknown> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly [objectOf]?: T;
}

interface TypeNames<T, S extends Subresources> extends KindNames<T> {
  /** The plural name in paths, such as `configmaps`. */
  readonly resource: string;
  readonly subresources?: S;
}

/** The subresources of a type by their names, such as `status` and `scale`. */
export type Subresources = Readonly<Record<string, SubresourceType>>;
export type NoSubresources = Readonly<Record<never, never>>;

export type SubresourceType = PartType | ViewType | ActionType | CommandType;

/** A part of the object, read and written as the whole object: `status`. */
export interface PartType {
  readonly type: 'part';
}

/** A part of the object that is read and written as another kind: `scale`. */
export interface ViewType<T extends object = object> extends KindNames<T> {
  readonly type: 'view';
}

/** A kind that is only created, and answered with the same kind: `token`. */
export interface ActionType<T extends object = object> extends KindNames<T> {
  readonly type: 'action';
}

/** A kind that is only created, and answered with a Status: `eviction`, `binding`. */
export interface CommandType<T extends object = object> extends KindNames<T> {
  readonly type: 'command';
}

const DEFAULT_SUFFIX = '.k8s.io';

/** A built-in type on a server with another API domain (`--api-domain`), on which its groups depend. */
export function inDomain<Type extends KindNames & { readonly subresources?: Subresources }>(
  type: Type,
  domain: Domain,
): Type {
  const moved = <Names extends object>(names: Names): Names => {
    const group = 'group' in names && typeof names.group === 'string' ? names.group : '';
    if (!group.endsWith(DEFAULT_SUFFIX)) return names;
    return { ...names, group: domain.group(group.slice(0, -DEFAULT_SUFFIX.length)) };
  };
  const { subresources } = type;
  if (subresources === undefined) return moved(type);
  const entries = Object.entries(subresources).map(([name, each]) => [name, moved(each)]);
  return { ...moved(type), subresources: Object.fromEntries(entries) };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Group and version as objects bear them: `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a group and version: `/api/v1`, or `/apis/apps/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** The path of a collection; that over all namespaces where `namespace` is undefined. */
export function collectionPath(
  type: GroupVersion & { readonly resource: string },
  namespace: string | undefined,
): string {
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
