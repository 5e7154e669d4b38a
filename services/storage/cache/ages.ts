import type { Revision } from '../store.js';

export interface AgesOptions {
  /** Milliseconds after which a state is old. */
  readonly age: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** When which revision was the newest, as far as that is needed to say what is old. */
export interface Ages {
  /** Tells which revision is the newest now. */
  readonly note: (newest: Revision) => void;
  /** Whether a later state has been the newest for as long as makes old. */
  readonly isOld: (revision: Revision) => boolean;
}

export function createAges({ age, now }: AgesOptions): Ages {
  const noted: { readonly revision: Revision; readonly at: number }[] = [];
  /** The newest revision of those that were noted so long ago. */
  let known: Revision = 0;
  return {
    note(revision) {
      noted.push({ revision, at: now() });
      for (let [first] = noted; first !== undefined && first.at <= now() - age; [first] = noted) {
        known = first.revision;
        noted.shift();
      }
    },
    isOld: (revision) => revision < known,
  };
}
