/** The type of a planned item. */
export type Kind = 'authority' | 'certificate' | 'key' | 'session-key' | 'kubeconfig';

/**
 * The entries of each kind, in the order of writing. A later run can continue after any of these writes: a replacement is
 * written before what it replaces, and the time of trust is recorded last.
 */
export const ENTRIES = {
  authority: ['next.key', 'next.crt', 'tls.key', 'tls.crt', 'ca.crt', 'next.since'],
  certificate: ['tls.key', 'tls.crt', 'ca.crt'],
  key: ['next.key', 'sa.key', 'sa.pub', 'next.since'],
  'session-key': ['session.key'],
  kubeconfig: ['kubeconfig'],
} as const satisfies Record<Kind, readonly string[]>;

export type EntryName = (typeof ENTRIES)[Kind][number];

/** The content of an item. An absent entry does not exist, or is removed by a write. */
export type Entries = Readonly<Partial<Record<EntryName, string>>>;

/** The writes and removals, in order, that change an item to these entries. */
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
  /** The item has another owner. It may be used and must not be changed. */
  readonly isForeign: boolean;
}

/** Storage of the items. */
export interface Store {
  /** The name for messages, such as `the Secret a/b`. */
  readonly describe: (kind: Kind, name: string) => string;
  /** Undefined if the item does not exist. */
  readonly read: (kind: Kind, name: string) => Promise<Item | undefined>;
  /**
   * Replaces the content that was read or written last with these entries. Throws ConflictError if another client
   * wrote first.
   */
  readonly write: (kind: Kind, name: string, entries: Entries) => Promise<void>;
}

/** Another client wrote first, so that the decision may be outdated. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}
