import { constants } from 'node:os';

/** npm forwards a Ctrl-C that the terminal has already sent to all processes, so that one key press can arrive twice. */
const ECHO_MS = 500;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

export interface SignalOptions {
  /** Called on the first signal. */
  readonly onStop: (signal: StopSignal) => void;
  /** Called on the second signal, with its exit code. */
  readonly onSecond: (exitCode: number) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The source of signals: the process. */
  readonly source: SignalSource;
}

export interface SignalSource {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

/** Listens for SIGINT and SIGTERM until the returned function is called. */
export function listenForSignals({ onStop, onSecond, now, source }: SignalOptions): () => void {
  let first: number | undefined;
  const listener = (signal: StopSignal): void => {
    if (first === undefined) {
      first = now();
      onStop(signal);
    } else if (now() - first >= ECHO_MS) {
      onSecond(128 + constants.signals[signal]);
    }
  };
  for (const signal of STOP_SIGNALS) source.on(signal, listener);
  return () => {
    for (const signal of STOP_SIGNALS) source.off(signal, listener);
  };
}
