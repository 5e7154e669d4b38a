/** Coordinates of an owner. The namespace is empty for cluster-scoped ones. */
export interface OwnerCoordinates {
  readonly type: { readonly group: string; readonly kind: string };
  readonly namespace: string;
  readonly name: string;
}

/** Cache of owners that do not exist. A uid is never reused, so that entries stay true. */
export interface AbsentOwners {
  readonly has: (coordinates: OwnerCoordinates, uid: string) => boolean;
  readonly add: (coordinates: OwnerCoordinates, uid: string) => void;
}

/** LRU cache with this many entries. */
export function createAbsentOwners(limit: number): AbsentOwners {
  const known = new Set<string>();
  const touch = (key: string): void => {
    known.delete(key);
    known.add(key);
  };
  return {
    has(coordinates, uid) {
      const key = keyOf(coordinates, uid);
      if (!known.has(key)) return false;
      touch(key);
      return true;
    },
    add(coordinates, uid) {
      touch(keyOf(coordinates, uid));
      for (const oldest of known) {
        if (known.size <= limit) break;
        known.delete(oldest);
      }
    },
  };
}

function keyOf({ type, namespace, name }: OwnerCoordinates, uid: string): string {
  return JSON.stringify([type.group, type.kind, namespace, name, uid]);
}
