import { createNotifier, type Notifier } from '../notifier.js';
import type { Log } from './log.js';
import type { Versions } from './versions.js';

/** What the parts of one open store share. */
export interface State {
  readonly versions: Versions;
  readonly log: Log;
  /** Aborted when the store begins to close. */
  readonly closing: AbortSignal;
  /** Notified of every new revision, and when the store begins to close. */
  readonly changed: Notifier;
}

export function createState(parts: Pick<State, 'versions' | 'log' | 'closing'>): State {
  return { ...parts, changed: createNotifier() };
}
