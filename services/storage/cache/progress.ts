import { createLinkedQueue, type Linked } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { Revision } from '../store.js';

/** The revision of the cache, and callers that wait for a later one. */
export interface Progress {
  readonly revision: Revision;
  readonly advance: (revision: Revision) => void;
  /**
   * Resolves with true once `revision` is reached, with false after `milliseconds`. Rejects with the signal's reason.
   */
  readonly reach: (revision: Revision, milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
}

interface Waiting extends Linked<Waiting> {
  readonly revision: Revision;
  readonly settle: (reached: boolean) => void;
}

export function createProgress(): Progress {
  let revision = 0;
  const waiting = createLinkedQueue<Waiting>();
  return {
    get revision() {
      return revision;
    },
    advance(reached) {
      revision = Math.max(revision, reached);
      for (let each = waiting.first(); each !== undefined; each = each.next) {
        if (each.revision <= revision) each.settle(true);
      }
    },
    async reach(wanted, milliseconds, signal) {
      if (revision >= wanted) return true;
      signal?.throwIfAborted();
      let onAbort: (() => void) | undefined;
      let timer: NodeJS.Timeout | undefined;
      let item: Waiting | undefined;
      try {
        return await new Promise<boolean>((resolve, reject) => {
          item = { revision: wanted, settle: resolve, previous: undefined, next: undefined };
          waiting.add(item);
          timer = setTimeout(resolve, milliseconds, false);
          onAbort = () => reject(abortReason(signal));
          signal?.addEventListener('abort', onAbort, { once: true });
        });
      } finally {
        if (item !== undefined) waiting.remove(item);
        clearTimeout(timer);
        if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('the call was aborted', { cause: reason });
}
