import type { JsonArray, JsonObject } from './value.js';

/** A member on its way into an object, and where that object stands. */
export interface MemberPlace {
  readonly container: JsonArray | JsonObject;
  /** The member's name; without meaning in arrays, where it is the item after the last that is meant. */
  readonly key: string;
  readonly parent: MemberPlace | undefined;
}

export interface DuplicateList {
  /**
   * Notes the member at `place`, which its object already has. Whether it is the first time: then it is to stand last of
   * the members so far, since a duplicate is where the text has it again.
   */
  readonly add: (place: MemberPlace) => boolean;
  /** Each path once, in the order of the notes. */
  readonly paths: () => readonly string[];
}

/** So many duplicates are reported, as in Kubernetes. */
const MAX_PATHS = 100;
/** What all paths may cost, those found twice included, in characters and levels: else deep duplicates would cost the square of the input. */
const MAX_WORK = 1_000_000;

/** A list of duplicate members, bounded in number and in cost. */
export function createDuplicateList(): DuplicateList {
  let found: Set<string> | undefined;
  let work = 0;
  return {
    add(place) {
      found ??= new Set();
      if (found.size >= MAX_PATHS || work >= MAX_WORK) return false;
      const segments: string[] = [];
      for (let at: MemberPlace | undefined = place; at !== undefined; at = at.parent) segments.push(segmentOf(at));
      const path = segments.reverse().join('');
      work += path.length + segments.length;
      const isNew = !found.has(path);
      found.add(path);
      return isNew;
    },
    paths: () => (found === undefined ? [] : [...found]),
  };
}

function segmentOf({ container, key, parent }: MemberPlace): string {
  if (Array.isArray(container)) return `[${container.length}]`;
  return parent === undefined ? key : `.${key}`;
}
