import type { X509Certificate } from 'node:crypto';
import type { ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import type { Plan } from '../plan/plan.js';
import { ENTRIES, type Entries, type Item, type Kind, type Store } from '../store/store.js';
import { PlanError } from './outcome.js';
import type { RunOptions } from './run-options.js';

/** The context of the steps of one run. */
export interface Run {
  readonly plan: Plan;
  readonly store: Store;
  readonly options: RunOptions;
  /** The start of the run. */
  readonly now: Date;
}

/** An authority as its users need it. */
export interface TrustedAuthority {
  /** Absent if the private key is absent: the authority verifies and issues nothing. */
  readonly current?: ReadPair;
  readonly bundle: readonly X509Certificate[];
}

/** Writes entries that differ. Resolves to whether it wrote. Throws PlanError for an item with another owner. */
export async function writeItem(
  { store }: Run,
  kind: Kind,
  name: string,
  {
    former,
    entries,
    reason,
  }: { readonly former: Item | undefined; readonly entries: Entries; readonly reason: string },
): Promise<boolean> {
  if (former !== undefined && ENTRIES[kind].every((entry: keyof Entries) => former.entries[entry] === entries[entry])) {
    return false;
  }
  if (former?.isForeign === true) throw foreignError(store.describe(kind, name), reason);
  await store.write(kind, name, entries);
  return true;
}

/** The error for an item that must change and has another owner. */
export function foreignError(location: string, reason: string): PlanError {
  return new PlanError(
    `${location} must change (${reason}), but this program does not own it and leaves it as it is; ` +
      `change it with the program that created it, or delete it`,
  );
}
