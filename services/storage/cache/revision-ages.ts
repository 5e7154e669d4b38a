import type { Revision } from '../store.js';

export interface AgesOptions {
  /** Milliseconds after which a replaced state is old. */
  readonly age: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Records when each revision was the newest, to tell which states are old. */
export interface Ages {
  /** Records the newest revision at this time. */
  readonly note: (newest: Revision) => void;
  /** Whether a newer state replaced this one at least `age` ago. */
  readonly isOld: (revision: Revision) => boolean;
}

export function createAges({ age, now }: AgesOptions): Ages {
  const noted: { readonly revision: Revision; readonly at: number }[] = [];
  /** The newest revision recorded at least `age` ago. */
  let threshold: Revision = 0;
  return {
    note(revision) {
      noted.push({ revision, at: now() });
      for (let [first] = noted; first !== undefined && first.at <= now() - age; [first] = noted) {
        threshold = first.revision;
        noted.shift();
      }
    },
    isOld: (revision) => revision < threshold,
  };
}
