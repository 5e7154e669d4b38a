import type { DiscoveredType } from '@pilothouse/client/discovery.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import { groupOf } from './object.js';

/** The types that the server has. */
export interface ServedTypes {
  /** Those whose objects can be found, followed and deleted. */
  readonly collected: readonly ResourceType[];
  /** The type of that kind; undefined where there is none. Any version of a group will do: a uid means one object in all of them. */
  readonly typeOf: (apiVersion: string, kind: string) => ResourceType | undefined;
}

/** There are many of these, they own nothing, and they go by themselves. */
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

/** Adds those of `before` that `now` has not: where not every group answers, nothing is known to be gone. */
export function withFormer(now: readonly DiscoveredType[], before: readonly DiscoveredType[]): DiscoveredType[] {
  const known = new Set(now.map(({ type }) => `${type.group}/${type.resource}`));
  return [...now, ...before.filter(({ type }) => !known.has(`${type.group}/${type.resource}`))];
}
