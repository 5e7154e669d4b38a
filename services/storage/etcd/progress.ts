import type { Revision } from '../store.js';

/** Requests progress notifications of a watch stream until it has reached the wanted revision. */
export interface ProgressRequester {
  /** The watch should reach this revision soon. Concurrent demands share one request. */
  want(revision: Revision): void;
  /** Sends one request. */
  send(): void;
  /** Must be called for each message of the stream. */
  received(): void;
  /** Must be called when the watch has advanced; `answered` when by a progress notification and not by events. */
  advanced(answered: boolean): void;
  /** While the reader does not read, silence of the stream means nothing. */
  setReading(reading: boolean): void;
  stop(): void;
}

export interface ProgressOptions {
  /**
   * Sends a request. etcd does not answer while a watch is behind, and answers with an old revision if the member
   * lags.
   */
  readonly send: () => void;
  /** The revision up to which the watch has delivered everything. */
  readonly reached: () => Revision;
  /** Silence in milliseconds after which a member counts as dead; 3000 when absent. */
  readonly stallMs?: number;
  /** Called when the stream was silent for that long. */
  readonly stalled: () => void;
}

const MIN_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 200;

export function createProgressRequester({
  send,
  reached,
  stalled,
  stallMs = 3000,
}: ProgressOptions): ProgressRequester {
  let wanted = 0;
  /** The wanted revision at the last request. */
  let askedFor = 0;
  let pause = MIN_BACKOFF_MS;
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  /** Milliseconds without a message. */
  let silence = 0;

  function next(): void {
    timer = undefined;
    if (reached() >= wanted) return;
    askedFor = wanted;
    send();
    timer = setTimeout(again, pause);
  }

  function again(): void {
    if (reading) silence += pause;
    pause = Math.min(pause * 2, MAX_BACKOFF_MS);
    if (silence >= stallMs && reached() < wanted) stalled();
    else next();
  }

  function begin(): void {
    clearTimeout(timer);
    pause = MIN_BACKOFF_MS;
    silence = 0;
    next();
  }

  return {
    want(revision) {
      wanted = Math.max(wanted, revision);
      if (timer === undefined) begin();
    },
    send,
    received() {
      silence = 0;
    },
    advanced(answered) {
      if (timer === undefined) return;
      // A notification may be older than a later demand: then the next request is sent immediately. A lagging member
      // gets it after a pause.
      if (reached() >= wanted || (answered && wanted > askedFor)) begin();
    },
    setReading(value) {
      reading = value;
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
