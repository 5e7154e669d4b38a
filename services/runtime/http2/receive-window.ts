/** Flow control of what is received: how much the other side may send, and when it is told that it may send more. */
export interface ReceiveWindow {
  /** Counts received bytes; false where they exceed the window. */
  readonly take: (bytes: number) => boolean;
  /** Counts bytes that are no longer kept. Returns the increment to announce now: 0 until half of the window has to be announced. */
  readonly give: (bytes: number) => number;
  /** Enlarges the window. The caller announces that. */
  readonly widen: (bytes: number) => void;
  /** Bytes that the other side may still send. */
  readonly left: () => number;
}

export function receiveWindow(initialSize: number): ReceiveWindow {
  let size = initialSize;
  let left = size;
  let unannounced = 0;
  return {
    take(bytes) {
      left -= bytes;
      return left >= 0;
    },
    give(bytes) {
      left += bytes;
      unannounced += bytes;
      if (unannounced < size / 2) return 0;
      const announced = unannounced;
      unannounced = 0;
      return announced;
    },
    widen(bytes) {
      size += bytes;
      left += bytes;
    },
    left: () => left,
  };
}
