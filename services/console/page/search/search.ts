import { resourceName, type Resource } from '../api/discovery.js';
import type { Meta } from '../api/types.js';
import type { Member } from '../object/family.js';

/** A kind, or an object with its metadata. */
export interface Found {
  readonly resource: Resource;
  readonly meta?: Meta;
}

export interface SearchOptions {
  readonly text: string;
  readonly resources: readonly Resource[];
  readonly members: readonly Member[];
}

const MOST = 50;

/** Kinds and objects with all words of a text. Names that begin with the text come first. */
export function search({ text, resources, members }: SearchOptions): readonly Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const has = (texts: readonly string[]): boolean => {
    const all = texts.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const kinds = resources.filter(
    (each) => each.verbs.has('list') && has([each.kind, resourceName(each), ...each.shortNames]),
  );
  const objects = members.filter(({ resource, meta }) => has([resource.kind, resource.name, ...textsOf(meta)]));
  const found: Found[] = [...kinds.map((resource) => ({ resource })), ...objects];
  return found
    .map((each) => ({ each, rank: rankOf(each, wanted) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ each }) => each);
}

function textsOf({ name = '', namespace = '', labels = {} }: Meta): string[] {
  return [name, namespace, ...Object.entries(labels).map(([key, value]) => `${key}=${value}`)];
}

function rankOf({ resource, meta }: Found, wanted: string): number {
  const name = (meta?.name ?? resource.kind).toLowerCase();
  if (name === wanted || (meta === undefined && resource.shortNames.includes(wanted))) return 0;
  return name.startsWith(wanted) ? 1 : 2;
}
