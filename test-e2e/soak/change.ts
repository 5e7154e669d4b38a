import type { StoredChange } from '../model/stored.js';

/** The namespaces of the soak are `soak-0`, `soak-1` and so on. */
export const NAMESPACE = /^soak-\d+$/;
/** The group of the soak's custom resources. */
export const GROUP = 'soak.example.com';

/** The prefixes of the stored keys, by resource. */
const PREFIXES = { configmaps: '/registry/configmaps/', widgets: `/registry/${GROUP}/widgets/` } as const;

export type Resource = keyof typeof PREFIXES;
export const RESOURCES = ['configmaps', 'widgets'] as const satisfies readonly Resource[];

/** One change of an object of the soak in the store's log. */
export interface Change {
  /** Resource and namespace, such as `configmaps/soak-0`. */
  readonly collection: string;
  readonly name: string;
  readonly revision: number;
  /** The unique id of the write that stored it; undefined for a deletion. */
  readonly id: string | undefined;
}

/** The annotation with the id of the last write of an object, which patches and applies also set. */
export const ID = `${GROUP}/write`;
/** The annotation of a widget to which the webhook copies that id. */
export const REVIEWED = `${GROUP}/reviewed`;

export interface Annotated {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** The id of the last write. That of a widget is as the webhook saw it, so that a write without a review is of no client. */
export function idOf(resource: Resource, { metadata }: Annotated): string {
  return metadata.annotations?.[resource === 'widgets' ? REVIEWED : ID] ?? '';
}

/** A change in the store; undefined for keys of others. */
export function changeOf({ key, value, revision }: StoredChange): Change | undefined {
  const resource = RESOURCES.find((each) => key.startsWith(PREFIXES[each]));
  if (resource === undefined) return undefined;
  const [namespace = '', name = ''] = key.slice(PREFIXES[resource].length).split('/');
  if (!NAMESPACE.test(namespace) || name === 'kube-root-ca.crt') return undefined;
  const id = value === undefined ? undefined : idOf(resource, JSON.parse(value) as Annotated);
  return { collection: collectionOf(resource, namespace), name, revision, id };
}

export function collectionOf(resource: Resource, namespace: string): string {
  return `${resource}/${namespace}`;
}
