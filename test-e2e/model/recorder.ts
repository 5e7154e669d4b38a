import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { GetRecord, ListRecord, Outcome, StreamRecord, Tick, WriteRecord } from './history.js';

/** Where clients put down what they did and saw. */
export interface Recorder {
  readonly tick: () => Tick;
  readonly writes: WriteRecord[];
  readonly lists: ListRecord[];
  readonly gets: GetRecord[];
  readonly streams: StreamRecord[];
  /** Answers that no fault explains. */
  readonly wrongAnswers: string[];
  /** How many lists and watches were told that their version is gone. */
  expired: number;
  /** How many reads and watches were turned away. */
  refused: number;
}

export function createRecorder(): Recorder {
  let now = 0;
  const tick = (): Tick => ++now;
  return { tick, writes: [], lists: [], gets: [], streams: [], wrongAnswers: [], expired: 0, refused: 0 };
}

/** Milliseconds after which a client that was not served tries something else. */
export const RETRY = 50;

/** No request may take so many milliseconds, whatever is broken behind the server. */
const LONGEST_ANSWER = 20_000;

/** Status codes with which a server under faults may turn a request away without having done anything. */
const REJECTIONS: readonly number[] = [404, 409, 410, 429, 503];

/** A call with a limit on its time. Returns what went wrong, as far as a fault can explain it. */
export async function attempt<T>(
  recorder: Recorder,
  what: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly outcome: Outcome; readonly error: unknown }
> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LONGEST_ANSWER);
  try {
    return { ok: true, value: await call(limit.signal) };
  } catch (error) {
    if (limit.signal.aborted) recorder.wrongAnswers.push(`${what} was not answered within ${LONGEST_ANSWER} ms`);
    return { ok: false, outcome: outcomeOf(recorder, what, error), error };
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(recorder: Recorder, what: string, error: unknown): Outcome {
  // Whatever breaks the connection tells nothing.
  if (!(error instanceof StatusError)) return 'unknown';
  if (REJECTIONS.includes(error.code)) return 'rejected';
  if (error.code !== 504) recorder.wrongAnswers.push(`${what} was answered with ${error.code} ${error.message}`);
  return 'unknown';
}
