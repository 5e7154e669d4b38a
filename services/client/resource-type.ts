import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PartialObjectMetadata } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** The fields that every object has. */
export type ApiObject = PartialObjectMetadata;

/** An object to send. Fields that the server sets may be absent at every level. */
export type Draft<T extends ApiObject> = Sparse<T> & Pick<T, 'metadata'>;

/** A type in which every field is optional at every level. */
export type Sparse<T> = T extends readonly (infer Item)[]
  ? readonly Sparse<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]?: Sparse<T[Field]> }
    : T;

/**
 * A resource type with objects of type `T` and subresources `S`. The modules of the groups ({@link ./core.ts},
 * {@link ./apps.ts}, …) export the built-in types. For other types, write a constant.
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

/** The symbol is never set. It ties the object type to the constant. */
interface ObjectsOf<T> {
  readonly [objectOf]?: T;
}

/** Group, version and kind. */
export interface KindNames<T = unknown> extends ObjectsOf<T> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Group and resource, for readers that need no more. */
export interface ResourceNames<T = unknown> extends ObjectsOf<T> {
  readonly group: string;
  /** The preferred version when absent. */
  readonly version?: string;
  readonly resource: string;
}

interface TypeNames<T, S extends Subresources> extends KindNames<T> {
  /** The plural name in paths, such as `configmaps`. */
  readonly resource: string;
  readonly subresources?: S;
}

/** The subresources of a type by name, such as `status` and `scale`. */
export type Subresources = Readonly<Record<string, SubresourceType>>;
export type NoSubresources = Readonly<Record<never, never>>;

export type SubresourceType = PartType | ViewType | ActionType | CommandType;

/** A part of the object, read and written as the whole object: `status`. */
export interface PartType {
  readonly type: 'part';
}

/** A part of the object, read and written as another kind: `scale`. */
export interface ViewType<T extends object = object> extends KindNames<T> {
  readonly type: 'view';
}

/** A kind that is only created and returns the same kind: `token`. */
export interface ActionType<T extends object = object> extends KindNames<T> {
  readonly type: 'action';
}

/** A kind that is only created and returns a Status: `eviction`, `binding`. */
export interface CommandType<T extends object = object> extends KindNames<T> {
  readonly type: 'command';
}

const DEFAULT_SUFFIX = '.k8s.io';

/** The built-in type for a server with another API domain (`--api-domain`). */
export function inDomain<Type extends KindNames & { readonly subresources?: Subresources }>(
  type: Type,
  domain: Domain,
): Type {
  const renamed = <Names extends object>(names: Names): Names => {
    const group = 'group' in names && typeof names.group === 'string' ? names.group : '';
    if (!group.endsWith(DEFAULT_SUFFIX)) return names;
    return { ...names, group: domain.group(group.slice(0, -DEFAULT_SUFFIX.length)) };
  };
  const { subresources } = type;
  if (subresources === undefined) return renamed(type);
  const entries = Object.entries(subresources).map(([name, each]) => [name, renamed(each)]);
  return { ...renamed(type), subresources: Object.fromEntries(entries) };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The apiVersion of objects: `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a group version: `/api/v1`, or `/apis/apps/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** The path of a collection; over all namespaces if `namespace` is undefined. */
export function collectionPath(
  type: GroupVersion & { readonly resource: string },
  namespace: string | undefined,
): string {
  const namespacePath = namespace === undefined ? '' : `/namespaces/${segment(namespace)}`;
  return `${versionPath(type)}${namespacePath}/${segment(type.resource)}`;
}

/** Encodes a name as a path segment. Throws for names that would address another path. */
export function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new TypeError(`${JSON.stringify(name)} cannot be a name`);
  return encodeURIComponent(name);
}

/** The key of an object in its collection: `namespace/name`, or the name for cluster-scoped kinds. */
export function objectKey({ metadata: { namespace = '', name = '' } }: ApiObject): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}
