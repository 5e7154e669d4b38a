import { CODE, ConnectionError } from '@pilothouse/runtime/http2/errors.js';
import { FRAME } from '@pilothouse/runtime/http2/frames.js';

/** The balance of a new connection, which is also the largest, for each stream that it may open. */
const LEAST_BALANCE = 1000;
const BALANCE_PER_STREAM = 4;
/** What a connection gets each second without doing anything useful. */
const INCOME = 100;
/** Bytes that pay for the frame that carries or announces them. */
const BYTES_PER_UNIT = 64;

/** What is charged in addition to the frame: for more work than a frame costs, without any use for the client. */
export const COST = {
  /** A request that was cancelled before its answer began. */
  cancelled: 4,
  /** A request that was refused: malformed, too large, or too many. */
  refused: 4,
  /** A frame that is answered with another frame: PING and SETTINGS. */
  acknowledged: 1,
  /** Each stream whose window SETTINGS change. */
  resized: 1 / 8,
} as const;

/** What is refunded for useful work. */
export const REFUND = {
  /** A request that was answered completely: its own frames, and some WINDOW_UPDATE, PRIORITY and PING frames beside. */
  answered: 8,
  /** A chunk of an answer that was sent completely, such as an event of a watch: clients send two WINDOW_UPDATE frames for it. */
  sent: 6,
} as const;

/**
 * Account of one connection, in units of the work that a small frame costs. Every frame is charged; useful bytes and answered
 * requests are refunded, so that the balance of a client with some use for what it sends stays high, whatever its rate.
 */
export interface Ledger {
  /** Throws {@link ConnectionError} (ENHANCE_YOUR_CALM) when the balance is exhausted. */
  readonly charge: (units: number) => void;
  readonly refund: (units: number) => void;
}

export interface LedgerOptions {
  /** Streams that may be open at a time. */
  readonly maxStreams: number;
  /** In milliseconds. */
  readonly now: () => number;
}

export function createLedger({ maxStreams, now }: LedgerOptions): Ledger {
  const most = Math.max(LEAST_BALANCE, BALANCE_PER_STREAM * maxStreams);
  let balance = most;
  let since = now();
  return {
    charge(units) {
      const time = now();
      balance = Math.min(most, balance + ((time - since) / 1000) * INCOME) - units;
      since = time;
      if (balance < 0) throw new ConnectionError(CODE.enhanceYourCalm, 'the client floods the connection');
    },
    refund(units) {
      balance = Math.min(most, balance + units);
    },
  };
}

/** The charge for a frame. DATA pays for itself unless it is cut into tiny frames. */
export function costOf(type: number, length: number): number {
  return type === FRAME.data ? costOfBytes(length) : 1;
}

/** The charge for a received part of a body. */
export function costOfBytes(length: number): number {
  return Math.max(0, 1 - length / BYTES_PER_UNIT);
}

/** The refund for bytes of an answer that were sent. */
export function refundOfBytes(length: number): number {
  return length / BYTES_PER_UNIT;
}
