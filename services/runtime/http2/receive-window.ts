/** How much the other side may send, and when it is told that it may send more. */
export interface ReceiveWindow {
  /** It has sent so much; false where that is more than it may. */
  readonly take: (bytes: number) => boolean;
  /** So much of it is kept no more. Returns what is to be told now: not every little. */
  readonly give: (bytes: number) => number;
}

export function receiveWindow(size: number): ReceiveWindow {
  let left = size;
  let untold = 0;
  return {
    take(bytes) {
      left -= bytes;
      return left >= 0;
    },
    give(bytes) {
      left += bytes;
      untold += bytes;
      if (untold < size / 2) return 0;
      const told = untold;
      untold = 0;
      return told;
    },
  };
}
