/** What a thing of the plan is. */
export type Kind = 'authority' | 'certificate' | 'key' | 'kubeconfig';

/**
 * What a thing may consist of, in the order in which it is written: each step leaves something that a later run can go on
 * from. What replaces another is there before it, and when it is trusted is said at the end.
 */
export const ENTRIES = {
  authority: ['next.key', 'next.crt', 'tls.key', 'tls.crt', 'ca.crt', 'next.since'],
  certificate: ['tls.key', 'tls.crt', 'ca.crt'],
  key: ['next.key', 'sa.key', 'sa.pub', 'next.since'],
  kubeconfig: ['kubeconfig'],
} as const satisfies Record<Kind, readonly string[]>;

export type EntryName = (typeof ENTRIES)[Kind][number];

/** Texts of a thing. What is absent is not there, or is to be there no more. */
export type Entries = Readonly<Partial<Record<EntryName, string>>>;

/** What is to be done, in this order, for a thing to have these entries: texts that are written, and what is removed. */
export function changes(kind: Kind, present: Entries, entries: Entries): { entry: EntryName; text?: string }[] {
  const names: readonly EntryName[] = ENTRIES[kind];
  const written = names.flatMap((entry) => {
    const text = entries[entry];
    return text === undefined || text === present[entry] ? [] : [{ entry, text }];
  });
  const removed = names.filter((entry) => entries[entry] === undefined && present[entry] !== undefined);
  return [...written, ...removed.map((entry) => ({ entry }))];
}

export interface Item {
  readonly entries: Entries;
  /** Somebody else has made it: it may be used, and must not be changed. */
  readonly isForeign: boolean;
}

/** Where things are kept. */
export interface Store {
  /** What messages call it, such as `the Secret a/b`. */
  readonly describe: (kind: Kind, name: string) => string;
  /** Undefined where there is nothing of it. */
  readonly read: (kind: Kind, name: string) => Promise<Item | undefined>;
  /**
   * Has these entries, and no others, take the place of what was read or written last. Throws RaceError where somebody else
   * was quicker.
   */
  readonly write: (kind: Kind, name: string, entries: Entries) => Promise<void>;
}

/** Somebody else has written meanwhile: what was decided may not hold any more. */
export class RaceError extends Error {
  override readonly name = 'RaceError';
}
