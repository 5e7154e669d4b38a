import type { Entry, Revision, WatchBatch } from '../store.js';

export interface CreationOutcomesOptions {
  /**
   * Moves the write fence, so that no write sent earlier can still take effect. Resolves with the revision of the move.
   */
  readonly moveFence: (deadline: number) => Promise<Revision>;
  /** All events after a revision. Ends at the deadline, or earlier if events stop. */
  readonly history: (after: Revision, deadline: number) => AsyncIterable<WatchBatch>;
}

/** A creation whose outcome is unknown. */
export interface UnknownCreation {
  readonly key: string;
  readonly value: Uint8Array;
  /** It was sent after this revision. */
  readonly since: Revision;
  /** When its caller stops waiting (milliseconds since the epoch). */
  readonly deadline: number;
}

interface Query extends UnknownCreation {
  resolve(revision: Revision | undefined): void;
  reject(error: unknown): void;
}

/**
 * Resolves unknown outcomes of creations: with the revision of the creation, or with undefined when it can never take
 * effect. Concurrent requests share one fence move and one read of the history. Later requests wait for the next one,
 * because only a later fence move covers them.
 */
export function createCreationOutcomes(
  options: CreationOutcomesOptions,
): (creation: UnknownCreation) => Promise<Revision | undefined> {
  let waiting: Query[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const queries = waiting.filter(({ deadline }) => Date.now() < deadline);
      waiting = [];
      try {
        if (queries.length > 0) await resolveAll(queries, options);
      } catch (error) {
        for (const query of queries) query.reject(error);
      }
    }
    running = false;
  }

  return (creation) =>
    new Promise((resolve, reject) => {
      const onTimeout = (): void => reject(new Error('the outcome of a creation is still unknown'));
      const timer = setTimeout(onTimeout, Math.max(creation.deadline - Date.now(), 0));
      waiting.push({
        ...creation,
        resolve(revision) {
          clearTimeout(timer);
          resolve(revision);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      if (!running) void run();
    });
}

async function resolveAll(queries: readonly Query[], { moveFence, history }: CreationOutcomesOptions) {
  const deadline = Math.max(...queries.map((query) => query.deadline));
  const last = await moveFence(deadline);
  const byKey = new Map<string, Query[]>();
  for (const query of queries) byKey.set(query.key, [...(byKey.get(query.key) ?? []), query]);
  for await (const { events, revision } of history(Math.min(...queries.map(({ since }) => since)), deadline)) {
    for (const event of events) {
      if (event.type === 'delete') continue;
      const { entry } = event;
      for (const query of byKey.get(entry.key) ?? []) if (isDone(query, entry)) query.resolve(entry.revision);
    }
    if (revision < last) continue;
    for (const query of queries) query.resolve(undefined);
    return;
  }
  throw new Error('the outcome of a creation could not be read from etcd');
}

function isDone({ value, since }: UnknownCreation, entry: Entry): boolean {
  return entry.revision > since && Buffer.compare(value, entry.value) === 0;
}
