/** Receive side of flow control: how much the peer may send, and when to announce more. */
export interface ReceiveWindow {
  /** Counts received bytes; false if they exceed the window. */
  readonly take: (bytes: number) => boolean;
  /** Counts consumed bytes. Returns the window update to send now: 0 until half of the window is free. */
  readonly give: (bytes: number) => number;
  /** Enlarges the window. The caller announces it. */
  readonly widen: (bytes: number) => void;
  /** Bytes that the peer may still send. */
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
