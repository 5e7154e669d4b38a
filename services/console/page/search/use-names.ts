import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../context.js';
import { readFamily, type Member } from '../object/family.js';

/** The names and labels of all objects, as the last reading found them. */
export interface Names {
  readonly members: readonly Member[];
  /** Kinds that could not be read, or only in part. */
  readonly incomplete: readonly string[];
  /** Whether a newer reading is under way. */
  readonly isReading: boolean;
}

/** Milliseconds for which a search uses the names of the one before. */
const FRESH = 30_000;
const NONE: Names = { members: [], incomplete: [], isReading: true };

/** Reads the names of all objects while `isWanted`, and keeps them for the next search. */
export function useNames(isWanted: boolean): Names {
  const { api, resources } = usePage();
  const [names, setNames] = useState(NONE);
  const read = useRef<{ readonly of: typeof resources; readonly at: number } | undefined>(undefined);
  useEffect(() => {
    if (!isWanted || resources.length === 0) return;
    const isFresh = read.current?.of === resources && performance.now() - read.current.at < FRESH;
    if (isFresh) return;
    const stop = new AbortController();
    setNames((former) => ({ ...former, isReading: true }));
    const readAll = async (): Promise<void> => {
      const { members, incomplete } = await readFamily(api, resources, { namespace: '', signal: stop.signal });
      read.current = { of: resources, at: performance.now() };
      setNames({ members: [...members.values()], incomplete, isReading: false });
    };
    readAll().catch(() => undefined);
    return () => stop.abort();
  }, [api, resources, isWanted]);
  return names;
}
