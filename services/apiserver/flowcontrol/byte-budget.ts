/** Bytes that all requests together may keep for later. */
export interface ByteBudget {
  /** Takes so many bytes; false where there are not so many left. */
  readonly take: (bytes: number) => boolean;
  /** Gives back what was taken. */
  readonly give: (bytes: number) => void;
}

export function byteBudget(bytes: number): ByteBudget {
  let left = bytes;
  return {
    take(wanted) {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    give(taken) {
      left += taken;
    },
  };
}
