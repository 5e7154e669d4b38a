import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { GetRecord, ListRecord, Outcome, StreamRecord, Tick, WriteRecord } from './history.js';

/** Collects the requests and observations of clients. */
export interface Recorder {
  readonly tick: () => Tick;
  readonly writes: WriteRecord[];
  readonly lists: ListRecord[];
  readonly gets: GetRecord[];
  readonly streams: StreamRecord[];
  /** Answers that no fault explains. */
  readonly wrongAnswers: string[];
  /** Number of lists and watches that got 410. */
  expired: number;
  /** Number of rejected reads and watches. */
  refused: number;
  /** Requests with an unknown outcome. */
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

/** Expected during faults if requests are not retried. */
const OVER_SOON: readonly number[] = [429, 503];
/** Results of conflicts and compaction, and of unknown outcomes. */
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

/** Milliseconds that a client pauses after a failure. */
export const RETRY = 50;

/** The maximum milliseconds of a request under any fault. */
const LONGEST_ANSWER = 20_000;

/** Status codes that prove that the server did nothing. */
const REJECTIONS: readonly number[] = [403, 404, 409, 410, 422, 429, 503];

/** A call with a time limit. Returns the error if a fault can explain it. */
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
  // A broken connection says nothing about the outcome.
  if (!(error instanceof StatusError)) return 'unknown';
  const { code, message } = error;
  if (!recorder.explained.includes(code)) recorder.wrongAnswers.push(`${what} was answered with ${code} ${message}`);
  return REJECTIONS.includes(code) ? 'rejected' : 'unknown';
}
