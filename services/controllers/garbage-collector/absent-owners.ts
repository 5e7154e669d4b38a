/** Where an owner would be; its namespace is empty where it has none. */
export interface OwnerPlace {
  readonly type: { readonly group: string; readonly kind: string };
  readonly namespace: string;
  readonly name: string;
}

/** Owners that are known not to exist. A uid is never given again, so that this stays true. */
export interface AbsentOwners {
  readonly has: (place: OwnerPlace, uid: string) => boolean;
  readonly add: (place: OwnerPlace, uid: string) => void;
}

/** Remembers at most so many; those that were asked for least recently are forgotten first. */
export function createAbsentOwners(limit: number): AbsentOwners {
  const known = new Set<string>();
  const touch = (key: string): void => {
    known.delete(key);
    known.add(key);
  };
  return {
    has(place, uid) {
      const key = keyOf(place, uid);
      if (!known.has(key)) return false;
      touch(key);
      return true;
    },
    add(place, uid) {
      touch(keyOf(place, uid));
      for (const oldest of known) {
        if (known.size <= limit) break;
        known.delete(oldest);
      }
    },
  };
}

function keyOf({ type, namespace, name }: OwnerPlace, uid: string): string {
  return JSON.stringify([type.group, type.kind, namespace, name, uid]);
}
