import type { JsonArray, JsonObject } from './value.js';

/** A member to be inserted, and the position of its object. */
export interface MemberPosition {
  readonly container: JsonArray | JsonObject;
  /** The name of the member; unused in arrays, where the next item is meant. */
  readonly key: string;
  readonly parent: MemberPosition | undefined;
}

export interface DuplicateList {
  /**
   * Records a duplicate of the member at `position`. Returns whether it is the first duplicate: then the member moves to
   * the end, if the text repeats it.
   */
  readonly add: (position: MemberPosition) => boolean;
  /** Each path once, in order of insertion. */
  readonly paths: () => readonly string[];
}

/** Limit of reported duplicates, as in Kubernetes. */
const MAX_PATHS = 100;
/** Limit of the total cost of paths in characters and levels: otherwise deep duplicates would cost quadratic time. */
const MAX_WORK = 1_000_000;

/** A list of duplicate members, limited in number and cost. */
export function createDuplicateList(): DuplicateList {
  let found: Set<string> | undefined;
  let work = 0;
  return {
    add(position) {
      found ??= new Set();
      if (found.size >= MAX_PATHS || work >= MAX_WORK) return false;
      const segments: string[] = [];
      for (let at: MemberPosition | undefined = position; at !== undefined; at = at.parent)
        segments.push(segmentOf(at));
      const path = segments.reverse().join('');
      work += path.length + segments.length;
      const isNew = !found.has(path);
      found.add(path);
      return isNew;
    },
    paths: () => (found === undefined ? [] : [...found]),
  };
}

function segmentOf({ container, key, parent }: MemberPosition): string {
  if (Array.isArray(container)) return `[${container.length}]`;
  return parent === undefined ? key : `.${key}`;
}
