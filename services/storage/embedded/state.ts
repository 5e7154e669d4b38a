import { createNotifier, type Notifier } from '../notifier.js';
import type { Log } from './log.js';
import type { Versions } from './versions.js';

/** Shared state of an open store. */
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
