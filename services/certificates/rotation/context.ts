import type { X509Certificate } from 'node:crypto';
import type { ReadPair } from '@pilothouse/runtime/certificates/inspect.js';
import type { Plan } from '../plan/plan.js';
import { ENTRIES, type Entries, type Item, type Kind, type Store } from '../store/store.js';
import { PlanError } from './outcome.js';
import type { RunOptions } from './run-options.js';

/** What every step of a run works with. */
export interface Run {
  readonly plan: Plan;
  readonly store: Store;
  readonly options: RunOptions;
  /** When the run began. */
  readonly now: Date;
}

/** An authority for those who use it. */
export interface TrustedAuthority {
  /** Absent where its key is not there: it vouches, and issues nothing. */
  readonly current?: ReadPair;
  readonly bundle: readonly X509Certificate[];
}

/** Writes what is not there yet as it is to be. Resolves to whether it was another. Throws PlanError for what is foreign. */
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

/** That something must be another, and is not ours. */
export function foreignError(place: string, reason: string): PlanError {
  return new PlanError(
    `${place} was not made by this program, and is left alone, though it must change: ${reason}; ` +
      `have whoever made it change it, or delete it`,
  );
}
