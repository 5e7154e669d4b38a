import type { DiscoveredType } from '@pilothouse/client/discover.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import { groupOf } from './object.js';

/** The served resource types. */
export interface ServedTypes {
  /** Types whose objects can be listed, watched and deleted. */
  readonly collected: readonly ResourceType[];
  /** The type of a kind; undefined if it is not served. Any version of a group will do, since they share their objects. */
  readonly typeOf: (apiVersion: string, kind: string) => ResourceType | undefined;
}

/** Ignored types: they are many, own nothing and expire. */
const UNTRACKED: readonly string[] = ['/events', 'events.k8s.io/events'];
const NEEDED_VERBS: readonly string[] = ['list', 'watch', 'delete'];

export function servedTypes(discovered: readonly DiscoveredType[]): ServedTypes {
  const kinds = new Map<string, ResourceType>();
  for (const { type } of discovered) {
    const key = `${type.group}/${type.kind}`;
    if (!kinds.has(key)) kinds.set(key, type);
  }
  return {
    collected: discovered
      .filter(({ type, verbs }) => {
        const isUntracked = UNTRACKED.includes(`${type.group}/${type.resource}`);
        return !isUntracked && NEEDED_VERBS.every((verb) => verbs.includes(verb));
      })
      .map(({ type }) => type),
    typeOf(apiVersion, kind) {
      const group = groupOf(apiVersion);
      return group === undefined ? undefined : kinds.get(`${group}/${kind}`);
    },
  };
}

/** Adds types of `before` that are not in `now`, for groups whose discovery failed. */
export function withFormerTypes(now: readonly DiscoveredType[], before: readonly DiscoveredType[]): DiscoveredType[] {
  const known = new Set(now.map(({ type }) => `${type.group}/${type.resource}`));
  return [...now, ...before.filter(({ type }) => !known.has(`${type.group}/${type.resource}`))];
}
