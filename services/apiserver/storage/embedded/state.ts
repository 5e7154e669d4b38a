import type { Revision } from '../store.js';
import type { Environment } from './environment.js';
import { createNotifier, type Notifier } from '../notifier.js';

/** What the parts of one open store share. */
export interface State {
  readonly env: Environment;
  /** The newest revision that is durable, which readers and watchers see. */
  revision: Revision;
  /** The oldest revision whose state can be asked for. */
  compacted: Revision;
  /** Aborted when the store begins to close. */
  readonly closing: AbortSignal;
  /** Told of every new revision, and when the store begins to close. */
  readonly changed: Notifier;
  /** Revisions that lists under way still read; compaction spares them. */
  readonly pinned: Set<{ readonly revision: Revision }>;
}

export function createState(env: Environment, closing: AbortSignal): State {
  return {
    env,
    revision: env.lastRevision(),
    compacted: env.compactedRevision(),
    closing,
    changed: createNotifier(),
    pinned: new Set(),
  };
}
