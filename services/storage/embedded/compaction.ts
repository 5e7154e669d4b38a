import { FutureRevisionError, type Revision } from '../store.js';
import type { State } from './state.js';
import type { Writer } from './writer.js';

export interface Compaction {
  /** Resolves when states before `revision` can no longer be read. */
  readonly compact: (revision: Revision) => Promise<void>;
  /** Compacts when past states exceed the memory limit. Called after each write. */
  readonly check: () => void;
  /** Compacts all past states. */
  readonly compactAll: () => Promise<void>;
}

export interface CompactionOptions {
  readonly writer: Pick<Writer, 'compact'>;
  /** Runs a task that close() waits for. */
  readonly run: (body: () => Promise<void>) => Promise<void>;
  /** Maximum age of past states, and the interval of compactions; 0 disables them. */
  readonly intervalMs: number;
  /** Memory limit for past states. */
  readonly historyBytes: number;
  /** Called when a background compaction fails. */
  readonly onError: (error: unknown) => void;
}

/** Compaction of past states: by age, by memory, and on request. The segment cleaner frees their disk space. */
export function createCompaction({ versions, closing }: State, options: CompactionOptions): Compaction {
  const { writer, run, intervalMs, historyBytes, onError } = options;
  let isChecking = false;

  async function compact(revision: Revision): Promise<void> {
    if (revision > versions.revision) throw new FutureRevisionError(revision, versions.revision);
    if (revision > versions.compacted) await writer.compact(revision);
  }

  if (intervalMs > 0) {
    let before = versions.revision;
    const timer = setInterval(() => {
      const due = before;
      before = versions.revision;
      run(() => compact(due)).catch(onError);
    }, intervalMs);
    timer.unref();
    closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  return {
    compact,
    compactAll: () => compact(versions.revision),
    check() {
      if (isChecking || versions.pastBytes <= historyBytes || closing.aborted) return;
      isChecking = true;
      run(() => compact(versions.revisionWithin(historyBytes / 2)))
        .catch(onError)
        .finally(() => {
          isChecking = false;
        });
    },
  };
}
