import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
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
  /** Requests of which nobody knows what became of them. */
  readonly lost: Lost[];
  /** Status codes that faults explain. */
  readonly explained: readonly number[];
}

export interface Lost {
  readonly what: string;
  readonly cause: string;
  /** Milliseconds of this process's clock. */
  readonly from: number;
  readonly to: number;
}

/** Where requests are not retried, a server under faults may turn them away for a while. */
const OVER_SOON: readonly number[] = [429, 503];
/** What races and lost versions lead to, and an end that nobody knows. */
export const ALWAYS_EXPLAINED: readonly number[] = [404, 409, 410, 504];

export function createRecorder(explained: readonly number[] = [...ALWAYS_EXPLAINED, ...OVER_SOON]): Recorder {
  let now = 0;
  const tick = (): Tick => ++now;
  return {
    tick,
    writes: [],
    lists: [],
    gets: [],
    streams: [],
    wrongAnswers: [],
    expired: 0,
    refused: 0,
    explained,
    lost: [],
  };
}

/** Milliseconds after which a client that was not served tries something else. */
export const RETRY = 50;

/** No request may take so many milliseconds, whatever is broken behind the server. */
const LONGEST_ANSWER = 20_000;

/** Status codes with which a server says that it has not done anything. */
const REJECTIONS: readonly number[] = [403, 404, 409, 410, 422, 429, 503];

/** A call with a limit on its time. Returns what went wrong, as far as a fault can explain it. */
export async function attempt<T>(
  recorder: Recorder,
  what: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly outcome: Outcome; readonly error: unknown }
> {
  const limit = new AbortController();
  const from = performance.now();
  const timer = setTimeout(() => limit.abort(), LONGEST_ANSWER);
  try {
    return { ok: true, value: await call(limit.signal) };
  } catch (error) {
    if (limit.signal.aborted) recorder.wrongAnswers.push(`${what} was not answered within ${LONGEST_ANSWER} ms`);
    const outcome = outcomeOf(recorder, what, error);
    const cause = errorMessage(error);
    if (outcome === 'unknown') recorder.lost.push({ what, cause, from, to: performance.now() });
    return { ok: false, outcome, error };
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(recorder: Recorder, what: string, error: unknown): Outcome {
  // Whatever breaks the connection tells nothing.
  if (!(error instanceof StatusError)) return 'unknown';
  const { code, message } = error;
  if (!recorder.explained.includes(code)) recorder.wrongAnswers.push(`${what} was answered with ${code} ${message}`);
  return REJECTIONS.includes(code) ? 'rejected' : 'unknown';
}
