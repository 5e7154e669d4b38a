import type { Entry, Revision, WatchBatch } from '../store.js';

export interface LostCreationsOptions {
  /** Sees to it that nothing is done any more of what was sent before; resolves with the revision after which that holds. */
  readonly moveFence: (deadline: number) => Promise<Revision>;
  /** All events after a revision. It ends at the deadline, or earlier where they do not come. */
  readonly history: (after: Revision, deadline: number) => AsyncIterable<WatchBatch>;
}

/** A creation whose sender has given up. */
export interface LostCreation {
  readonly key: string;
  readonly value: Uint8Array;
  /** It was sent after this revision. */
  readonly since: Revision;
  /** Nobody waits for longer (milliseconds since the epoch). */
  readonly deadline: number;
}

interface Question extends LostCreation {
  answer(revision: Revision | undefined): void;
  fail(error: unknown): void;
}

/**
 * Finds out which creations were done: resolves with their revision, or with undefined for what will never be. All who wait
 * at the time share one fence and one reading of the history, however many an outage has left. Who comes while that is
 * under way waits for the next one, since only a fence that is moved later holds up what he has sent.
 */
export function createLostCreations(
  options: LostCreationsOptions,
): (lost: LostCreation) => Promise<Revision | undefined> {
  let waiting: Question[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const asked = waiting.filter(({ deadline }) => Date.now() < deadline);
      waiting = [];
      try {
        if (asked.length > 0) await answerAll(asked, options);
      } catch (error) {
        for (const question of asked) question.fail(error);
      }
    }
    running = false;
  }

  return (lost) =>
    new Promise((answer, fail) => {
      const late = (): void => fail(new Error('nobody knows yet what became of a creation'));
      const timer = setTimeout(late, Math.max(lost.deadline - Date.now(), 0));
      waiting.push({
        ...lost,
        answer(revision) {
          clearTimeout(timer);
          answer(revision);
        },
        fail(error) {
          clearTimeout(timer);
          fail(error);
        },
      });
      if (!running) void run();
    });
}

async function answerAll(asked: readonly Question[], { moveFence, history }: LostCreationsOptions) {
  const deadline = Math.max(...asked.map((question) => question.deadline));
  const last = await moveFence(deadline);
  const asking = new Map<string, Question[]>();
  for (const question of asked) asking.set(question.key, [...(asking.get(question.key) ?? []), question]);
  for await (const { events, revision } of history(Math.min(...asked.map(({ since }) => since)), deadline)) {
    for (const event of events) {
      if (event.type === 'delete') continue;
      const { entry } = event;
      for (const question of asking.get(entry.key) ?? []) if (isDone(question, entry)) question.answer(entry.revision);
    }
    if (revision < last) continue;
    for (const question of asked) question.answer(undefined);
    return;
  }
  throw new Error('etcd does not tell what became of a creation');
}

function isDone({ value, since }: LostCreation, entry: Entry): boolean {
  return entry.revision > since && Buffer.compare(value, entry.value) === 0;
}
