import { FutureRevisionError, type Revision } from '../store.js';
import type { State } from './state.js';
import type { Writer } from './writer.js';

export interface Compaction {
  /** Resolves when the states before `revision` cannot be asked for any more. */
  readonly compact: (revision: Revision) => Promise<void>;
  /** Forgets former states where they take more memory than they may. Called after each write. */
  readonly check: () => void;
  /** Forgets all former states, where there are any. */
  readonly compactAll: () => Promise<void>;
}

export interface CompactionOptions {
  readonly writer: Pick<Writer, 'compact'>;
  /** Runs what must be finished before the store may close. */
  readonly run: (body: () => Promise<void>) => Promise<void>;
  /** States older than this are forgotten, as often; never when 0. */
  readonly intervalMs: number;
  /** The most bytes that former states may take. */
  readonly historyBytes: number;
  /** Called when a compaction that no caller asked for fails. */
  readonly onError: (error: unknown) => void;
}

/** Forgets former states: by age, by memory, and when asked to. Their space on disk is won back by cleaning. */
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
