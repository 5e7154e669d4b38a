import { CODE, ConnectionError } from '../protocol/errors.js';
import { FRAME } from '../protocol/frames.js';

/** The initial and largest balance: a minimum, or a number for each stream that may be open. */
const MIN_BALANCE = 1000;
const BALANCE_PER_STREAM = 4;
/** Units that a connection gains per second. */
const INCOME = 100;
/** Bytes that pay for the frame that carries or announces them. */
const BYTES_PER_UNIT = 64;

/** Charges in addition to that of the frame, for extra work. */
export const COST = {
  /** A request that is cancelled before its response begins. */
  cancelled: 4,
  /** A refused request: malformed, too large, or above the stream limit. */
  refused: 4,
  /** Each stream whose window SETTINGS changes. */
  resized: 1 / 8,
} as const;

/** Refunds for useful work. */
export const REFUND = {
  /** A complete response: covers the frames of its request, and some WINDOW_UPDATE, PRIORITY and PING frames. */
  answered: 8,
  /** A complete chunk of a response, such as a watch event: clients send two WINDOW_UPDATE frames for it. */
  sent: 6,
} as const;

/**
 * Flood ledger of a connection, in units of the work for a small frame. Every frame is charged. Transferred bytes and complete
 * responses are refunded, so that the balance of a useful client stays high at any rate.
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
  const most = Math.max(MIN_BALANCE, BALANCE_PER_STREAM * maxStreams);
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

/** The charge for a frame. DATA is free unless its frames are tiny. PING and SETTINGS are acknowledged. */
export function costOf(type: number, length: number): number {
  if (type === FRAME.data) return costOfBytes(length);
  return type === FRAME.ping || type === FRAME.settings ? 2 : 1;
}

/** The charge for received bytes of a body. */
export function costOfBytes(length: number): number {
  return Math.max(0, 1 - length / BYTES_PER_UNIT);
}

/** The refund for sent bytes of a response. */
export function refundOfBytes(length: number): number {
  return length / BYTES_PER_UNIT;
}
