import type { Entry, Revision, WatchBatch } from '../store.js';

export interface LostCreationsOptions {
  /** Sees to it that nothing is done any more of what was sent before; resolves with the revision after which that holds. */
  readonly moveFence: (signal: AbortSignal) => Promise<Revision>;
  /** All events after a revision. It ends early where they do not come. */
  readonly history: (after: Revision, signal: AbortSignal) => AsyncIterable<WatchBatch>;
  /** Milliseconds for which those that are asked about together are looked for. */
  readonly patienceMs: number;
}

/** A creation whose sender has given up. */
export interface LostCreation {
  readonly key: string;
  readonly value: Uint8Array;
  /** It was sent after this revision. */
  readonly since: Revision;
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
      const asked = waiting;
      waiting = [];
      try {
        await answerAll(asked, options);
      } catch (error) {
        for (const question of asked) question.fail(error);
      }
    }
    running = false;
  }

  return (lost) =>
    new Promise((answer, fail) => {
      waiting.push({ ...lost, answer, fail });
      if (!running) void run();
    });
}

async function answerAll(asked: readonly Question[], { moveFence, history, patienceMs }: LostCreationsOptions) {
  const signal = AbortSignal.timeout(patienceMs);
  const last = await moveFence(signal);
  const asking = new Map<string, Question[]>();
  for (const question of asked) asking.set(question.key, [...(asking.get(question.key) ?? []), question]);
  for await (const { events, revision } of history(Math.min(...asked.map(({ since }) => since)), signal)) {
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
