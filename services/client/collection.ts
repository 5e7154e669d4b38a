import type { ListMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { copyObject, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import * as options from './options.js';
import { readJson, type ApiRequest, type Send } from './request.js';
import {
  apiVersionOf,
  collectionPath,
  segment,
  type ActionType,
  type ApiObject,
  type CommandType,
  type Draft,
  type KindNames,
  type NoSubresources,
  type ResourceType,
  type Sparse,
  type Subresources,
  type SubresourceType,
  type ViewType,
} from './resource-type.js';
import { decodeWatch, type WatchEvent } from './watch.js';

/** Objects of a collection at one resourceVersion. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The version from which a watch misses no change. */
  readonly resourceVersion: string;
  /** The continue token; undefined on the last page. */
  readonly continue: string | undefined;
  /** Number of objects after this page, if the server reports it. */
  readonly remaining: number | undefined;
}

/** Reads of one namespace, or of all. */
export interface Readable<T extends ApiObject> {
  /** One request: the whole collection, or one page if a limit is given. */
  readonly list: (options?: options.ListOptions) => Promise<Page<T>>;
  /** All pages, of 500 objects by default. Throws 410 when the continue token expires. */
  readonly pages: (options?: options.ListOptions) => AsyncIterable<Page<T>>;
  /** Events until the server ends the watch. The request is sent on the first iteration. Aborting the signal throws. */
  readonly watch: (options?: options.WatchOptions) => AsyncIterable<WatchEvent<T>>;
}

export type Patch =
  | { readonly type: 'merge' | 'strategic'; readonly value: JsonObject }
  | { readonly type: 'json'; readonly value: readonly JsonObject[] };

/** The objects of one namespace, or of a cluster-scoped type. Every method throws the server's StatusError. */
export interface Collection<T extends ApiObject, S extends Subresources = NoSubresources> extends Readable<T> {
  readonly get: (name: string, options?: options.GetOptions) => Promise<T>;
  /** Kinds that are not stored, such as reviews, need no metadata. */
  readonly create: (object: Sparse<T>, options?: options.WriteOptions) => Promise<T>;
  /** Replaces the object. Throws 409 if its resourceVersion is not the current one. */
  readonly update: (object: Draft<T>, options?: options.WriteOptions) => Promise<T>;
  readonly patch: (name: string, patch: Patch, options?: options.WriteOptions) => Promise<T>;
  /** Server-side apply: creates the object, or changes the fields it has. */
  readonly apply: (object: Draft<T>, options: options.ApplyOptions) => Promise<T>;
  /** Returns the object while finalizers or a grace period keep it, or undefined if the server answers with a Status. */
  readonly delete: (name: string, options?: options.DeleteOptions) => Promise<T | undefined>;
  readonly deleteCollection: (options?: options.DeleteCollectionOptions) => Promise<void>;
  /** Access to a subresource: `subresource('status')`, `subresource('scale')`. Throws TypeError for unknown names. */
  readonly subresource: <Name extends keyof S & string>(name: Name) => SubresourceAccess<T, S[Name]>;
}

/** The methods of a subresource, by its type. */
export type SubresourceAccess<T extends ApiObject, Type> =
  Type extends CommandType<infer V>
    ? Creatable<V, void>
    : Type extends ActionType<infer V>
      ? Creatable<V, V>
      : Type extends ViewType<infer V extends ApiObject>
        ? Part<V>
        : Part<T>;

/** A part of each object, such as `status`, or another view of it, such as `scale`. */
export interface Part<T extends ApiObject> {
  readonly get: (name: string, options?: options.GetOptions) => Promise<T>;
  readonly update: (object: Draft<T>, options?: options.WriteOptions) => Promise<T>;
  readonly patch: (name: string, patch: Patch, options?: options.WriteOptions) => Promise<T>;
  readonly apply: (object: Draft<T>, options: options.ApplyOptions) => Promise<T>;
}

/** A kind that is created as a subresource, such as an Eviction of a pod. */
export interface Creatable<V, Answer> {
  readonly create: (name: string, object: Sparse<V>, options?: options.WriteOptions) => Promise<Answer>;
}

const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

const PAGE_SIZE = 500;

/** The media types of lists and watches. */
interface Forms {
  readonly list: string;
  readonly watch: string;
}

const WHOLE: Forms = { list: 'application/json', watch: 'application/json' };

/** PartialObjectMetadata. `group` is the group of the metadata types. */
export function metadataForms(group: string): Forms {
  const form = (kind: string): string => `application/json;as=${kind};g=${group};v=v1`;
  return { list: form('PartialObjectMetadataList'), watch: form('PartialObjectMetadata') };
}

export function readable<T extends ApiObject>(
  send: Send,
  type: ResourceType<T>,
  namespace: string | undefined,
  forms: Forms = WHOLE,
): Readable<T> {
  const path = collectionPath(type, namespace);
  const list: Readable<T>['list'] = async (wanted = {}) => {
    const { resourceVersion, resourceVersionMatch, limit, continue: token } = wanted;
    const page = { resourceVersion, resourceVersionMatch, limit, continue: token };
    const parameters = { ...options.selectQuery(wanted), ...page };
    const request = { path, query: parameters, accept: forms.list, ...signalOf(wanted) };
    return pageOf(type, await readJson(await send(request)));
  };
  return {
    list,
    async *pages(wanted = {}) {
      let page = await list({ limit: PAGE_SIZE, ...wanted });
      yield page;
      const { resourceVersion: _first, resourceVersionMatch: _match, ...rest } = wanted;
      while (page.continue !== undefined) {
        page = await list({ limit: PAGE_SIZE, ...rest, continue: page.continue });
        yield page;
      }
    },
    watch(wanted = {}) {
      const { resourceVersion, timeoutSeconds, bookmarks } = wanted;
      const watch = { watch: true, resourceVersion, timeoutSeconds, allowWatchBookmarks: bookmarks };
      const query = { ...options.selectQuery(wanted), ...watch };
      const request = { path, query, accept: forms.watch, ...signalOf(wanted) };
      return decodeWatch<T>(async () => (await send(request)).body);
    },
  };
}

export function collection<T extends ApiObject, S extends Subresources>(
  send: Send,
  type: ResourceType<T, S>,
  namespace: string | undefined,
): Collection<T, S> {
  const path = collectionPath(type, namespace);
  const item = (name: string): string => `${path}/${segment(name)}`;
  const { get, update, patch, apply } = part<T>(send, type, item);
  const remove = (at: ApiRequest, wanted: options.DeleteOptions): Promise<T> => {
    const body = options.deleteBody(wanted);
    return call(send, { ...at, method: 'DELETE', ...(body && { body }) }, wanted);
  };
  return {
    ...readable(send, type, namespace),
    get,
    update,
    patch,
    apply,
    create: async (object, wanted = {}) => write(send, { method: 'POST', path, body: typed(type, object) }, wanted),
    delete: async (name, wanted = {}) => {
      const answer = await remove({ path: item(name) }, wanted);
      return answer.kind === 'Status' ? undefined : answer;
    },
    deleteCollection: async (wanted = {}) => {
      await remove({ path, query: options.selectQuery(wanted) }, wanted);
    },
    subresource(name) {
      const { subresources } = type;
      const below = subresources && Object.hasOwn(subresources, name) ? subresources[name] : undefined;
      if (below === undefined) throw new TypeError(`${type.resource} have no subresource ${JSON.stringify(name)}`);
      const at = (object: string): string => `${item(object)}/${segment(name)}`;
      // The result type depends on the constant's type, as accessTo implements it.
      return accessTo(send, type, { below, at }) as SubresourceAccess<T, S[typeof name]>;
    },
  };
}

interface Place {
  readonly below: SubresourceType;
  /** The path of the subresource of an object. */
  readonly at: (name: string) => string;
}

function accessTo(send: Send, type: KindNames, { below, at }: Place): Part<ApiObject> | Creatable<object, unknown> {
  if (below.type === 'part') return part(send, type, at);
  if (below.type === 'view') return part(send, below, at);
  return {
    async create(name, object, wanted = {}) {
      const request = { method: 'POST', path: at(name), body: typed(below, object) };
      const answer = await write<object>(send, request, wanted);
      return below.type === 'command' ? undefined : answer;
    },
  };
}

/** Reads and writes at the path of each object. */
function part<T extends ApiObject>(send: Send, type: KindNames, at: (name: string) => string): Part<T> {
  return {
    get: async (name, { resourceVersion, ...wanted } = {}) =>
      call(send, { path: at(name), query: { resourceVersion } }, wanted),
    update: async (object, wanted = {}) => {
      const path = at(object.metadata.name ?? '');
      return write(send, { method: 'PUT', path, body: typed(type, object) }, wanted);
    },
    patch: async (name, change, wanted = {}) => {
      const body = change.type === 'json' ? [...change.value] : change.value;
      return write(send, { method: 'PATCH', path: at(name), body, contentType: PATCH_TYPES[change.type] }, wanted);
    },
    apply: async (object, wanted) => {
      const path = at(object.metadata.name ?? '');
      const query = { force: wanted.force };
      const contentType = PATCH_TYPES.apply;
      return write(send, { method: 'PATCH', path, query, body: typed(type, object), contentType }, wanted);
    },
  };
}

/** The response is not validated against the type. */
async function call<T>(send: Send, request: ApiRequest, wanted: options.RequestOptions): Promise<T> {
  return objectIn(await readJson(await send({ ...request, ...signalOf(wanted) }))) as unknown as T;
}

function write<T>(send: Send, request: ApiRequest, wanted: options.WriteOptions): Promise<T> {
  return call(send, { ...request, query: { ...options.writeQuery(wanted), ...request.query } }, wanted);
}

function signalOf({ signal }: options.RequestOptions): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** Sets apiVersion and kind, which the server requires. */
function typed(type: KindNames, object: object): JsonObject {
  const body = copyObject(object as JsonObject);
  body['apiVersion'] = apiVersionOf(type);
  body['kind'] = type.kind;
  return body;
}

function objectIn(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error('the server answered with something that is not an object');
}

/** Sets kind and apiVersion of list items, as watch events have them. */
function pageOf<T extends ApiObject>(type: ResourceType<T>, value: JsonValue): Page<T> {
  const list = objectIn(value);
  // Kubernetes encodes an empty metadata list as null.
  const items = list['items'] === null ? [] : list['items'];
  if (!Array.isArray(items)) throw new Error('the server answered with something that is not a list');
  const metadata: ListMeta = isObject(list['metadata']) ? list['metadata'] : {};
  const { continue: token = '', remainingItemCount } = metadata;
  return {
    items: items.map((each) => {
      const object = objectIn(each);
      object['apiVersion'] ??= apiVersionOf(type);
      object['kind'] ??= type.kind;
      return object as unknown as T;
    }),
    resourceVersion: metadata.resourceVersion ?? '',
    continue: token === '' ? undefined : token,
    remaining: remainingItemCount === undefined ? undefined : Number(remainingItemCount),
  };
}
