import { collectionPath, type Resource } from '../api/discovery.js';
import { withQuery } from '../api/live.js';
import type { Api } from '../api/request.js';
import type { Meta, ObjectList } from '../api/types.js';

/** An object in a graph of owners. */
export interface Member {
  readonly resource: Resource;
  readonly meta: Meta;
}

/** The objects of a namespace by uid, with those that they own. */
export interface Family {
  readonly members: ReadonlyMap<string, Member>;
  readonly owned: ReadonlyMap<string, readonly Member[]>;
  /** Kinds that could not be listed, or only in part. */
  readonly incomplete: readonly string[];
}

const PARTIAL = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
/** Objects of each kind that are read. */
const LIMIT = 2_000;
/** Requests at once. */
const CONCURRENCY = 5;

/** Reads the metadata of all objects that may own, or be owned, in a namespace, or in the cluster. */
export async function readFamily(
  api: Api,
  resources: readonly Resource[],
  { namespace, signal }: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<Family> {
  const wanted = resources.filter(
    ({ verbs, namespaced, name }) => verbs.has('list') && name !== 'events' && (namespace === '' || namespaced),
  );
  const found: Member[] = [];
  const incomplete: string[] = [];
  const pending = [...wanted];
  const work = async (): Promise<void> => {
    for (let resource = pending.shift(); resource !== undefined; resource = pending.shift()) {
      try {
        const path = withQuery(collectionPath(resource, namespace), { limit: String(LIMIT) });
        const { items = [], metadata } = await api.json<ObjectList>({ path, accept: PARTIAL, signal });
        for (const { metadata: meta } of items) found.push({ resource, meta });
        if ((metadata.continue ?? '') !== '') incomplete.push(resource.kind);
      } catch {
        signal.throwIfAborted();
        incomplete.push(resource.kind);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return familyOf(found, incomplete);
}

/** Indexes objects by their owners. */
export function familyOf(found: readonly Member[], incomplete: readonly string[] = []): Family {
  // An object that two versions or groups serve has one uid.
  const members = new Map(found.map((member) => [member.meta.uid ?? '', member]));
  const owned = new Map<string, Member[]>();
  for (const member of members.values()) {
    for (const { uid } of member.meta.ownerReferences ?? []) owned.set(uid, [...(owned.get(uid) ?? []), member]);
  }
  return { members, owned, incomplete };
}

/** The family with an object that lists in part may have left out. */
export function withMember(family: Family, member: Member): Family {
  const isThere = family.members.has(member.meta.uid ?? '');
  return isThere ? family : familyOf([...family.members.values(), member], family.incomplete);
}

/** The topmost owners of an object; the object itself if nothing owns it. */
export function rootsOf(family: Family, uid: string): readonly string[] {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const climb = (each: string): void => {
    if (seen.has(each)) return;
    seen.add(each);
    const owners = (family.members.get(each)?.meta.ownerReferences ?? []).filter((owner) =>
      family.members.has(owner.uid),
    );
    if (owners.length === 0) roots.add(each);
    for (const owner of owners) climb(owner.uid);
  };
  climb(uid);
  // Objects that own each other have no topmost owner.
  return roots.size === 0 ? [uid] : [...roots];
}

/** Everything that an object owns, directly or through others. */
export function descendantsOf(family: Family, uid: string): readonly Member[] {
  const found = new Map<string, Member>();
  const pending = [uid];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const member of family.owned.get(next) ?? []) {
      const id = member.meta.uid ?? '';
      if (id === uid || found.has(id)) continue;
      found.set(id, member);
      pending.push(id);
    }
  }
  return [...found.values()];
}
