import type { Revision } from '../store.js';

/** Asks a watch stream how far it has come, again until it has come far enough. */
export interface ProgressAsker {
  /** The watch is wanted at that revision soon. One question is asked for all who want something. */
  want(revision: Revision): void;
  /** Asks once. */
  ask(): void;
  /** To be called for each message of the stream. */
  heard(): void;
  /** To be called when the watch has come further; `answered` when a question was answered, not by events. */
  advanced(answered: boolean): void;
  /** While the reader does not read, the stream's silence says nothing. */
  setReading(reading: boolean): void;
  stop(): void;
}

export interface ProgressOptions {
  /** Sends the question. etcd gives no answer while a watch is behind, and an old one where the server is. */
  readonly send: () => void;
  /** Up to which revision the watch has told its reader everything. */
  readonly reached: () => Revision;
  /** Milliseconds; 3000 when absent. */
  readonly patienceMs?: number;
  /** Called when there was no message for so long that the server can be taken for dead. */
  readonly stalled: () => void;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

export function createProgressAsker({ send, reached, stalled, patienceMs = 3000 }: ProgressOptions): ProgressAsker {
  let wanted = 0;
  /** What was wanted when the last question was sent. */
  let askedFor = 0;
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  /** Milliseconds of waiting for a message. */
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
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    if (silence >= patienceMs && reached() < wanted) stalled();
    else next();
  }

  function begin(): void {
    clearTimeout(timer);
    pause = FIRST_PAUSE_MS;
    silence = 0;
    next();
  }

  return {
    want(revision) {
      wanted = Math.max(wanted, revision);
      if (timer === undefined) begin();
    },
    ask: send,
    heard() {
      silence = 0;
    },
    advanced(answered) {
      if (timer === undefined) return;
      // An answer may be older than what was wanted meanwhile. A server that is behind is only asked again in a while.
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
